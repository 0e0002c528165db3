# A name means one type in a namespace: where two headers define types of the same name, the linker takes a function
# made for one of them (a destructor, a vector's) for both. Run with: cmake -DSOURCE=$PWD/src -P names.cmake

cmake_minimum_required(VERSION 3.25)

file(GLOB_RECURSE headers RELATIVE ${SOURCE} ${SOURCE}/*.h ${SOURCE}/*.inl)
foreach(header IN LISTS headers)
  set(namespace "")
  file(STRINGS ${SOURCE}/${header} lines REGEX "^(namespace|struct|class|enum class) ")
  foreach(line IN LISTS lines)
    if(line MATCHES "^namespace ([a-z_:]*)")
      set(namespace "${CMAKE_MATCH_1}")
    elseif(line MATCHES "^(struct|class|enum class) ([A-Za-z]+)( final)?( :.*)? \\{")
      set(name "${namespace}::${CMAKE_MATCH_2}")
      string(MAKE_C_IDENTIFIER ${name} header_of)
      if(DEFINED ${header_of})
        message(SEND_ERROR "${header} and ${${header_of}} both define ${name}: give one of them another name")
      endif()
      set(${header_of} ${header})
    endif()
  endforeach()
endforeach()
