// attn: a calculator for attention on the command line. Picks the command, lets it act, prints what goes wrong.

#include "command/command.h"
#include "command/files.h"
#include "command/tell.h"
#include "error.h"

#include <cstdio>
#include <exception>
#include <iostream>
#include <malloc.h>
#include <new>

namespace {

using attn::Status;

Status act(const attn::Arguments& words) {
  try {
    const attn::Choice choice = attn::choose(words);
    return choice.command->act(choice.arguments);
  } catch (const attn::Refusal& refusal) {
    for (const attn::Error& error : refusal.errors) attn::tell(error);
    return Status::refused;
  } catch (const attn::BrokenPipe&) {
    return Status::good;
  } catch (const std::bad_alloc&) {
    std::fputs("attn: out of memory\n  ask for less with --only\n", stderr);
    return Status::refused;
  } catch (const std::exception& fault) {
    std::cerr << "attn: our own fault: " << fault.what() << '\n';
    return Status::our_fault;
  }
}

/// Memory that is freed is taken again soon: pieces of up to 8 MiB are kept, so that the system need not clear new
/// ones, which took a third of the time of a large problem. Larger pieces go back, and a step that is done takes no
/// room. No lists of small pieces that are put together again with each large one: a twentieth of the time of lines.
void keep_freed_memory() {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 8 << 20);
  mallopt(M_TRIM_THRESHOLD, 64 << 20);
  mallopt(M_TOP_PAD, 4 << 20);
  mallopt(M_MXFAST, 0);
#endif
}

} // namespace

int main(int argc, char** argv) {
  keep_freed_memory();
  attn::hold_standard_streams();
  return static_cast<int>(act(attn::Arguments(argv + 1, argv + argc)));
}
