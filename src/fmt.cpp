// The functions of {fmt}, compiled once for the whole program rather than in each file that makes a text: Debian has
// them as a shared library or as headers only.

#include <fmt/format-inl.h>

template auto fmt::detail::thousands_sep_impl<char>(locale_ref) -> thousands_sep_result<char>;
template auto fmt::detail::decimal_point_impl(locale_ref) -> char;
template void fmt::detail::buffer<char>::append(const char*, const char*);
template void fmt::detail::vformat_to(buffer<char>&, string_view, format_args, locale_ref);
