// attn: a calculator for attention on the command line. Picks the command, lets it act, prints what goes wrong.

#include "command/command.h"
#include "command/files.h"
#include "command/tell.h"
#include "error.h"

#include <cstdio>
#include <exception>
#include <iostream>
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

} // namespace

int main(int argc, char** argv) {
  attn::hold_standard_streams();
  return static_cast<int>(act(attn::Arguments(argv + 1, argv + argc)));
}
