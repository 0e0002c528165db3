// attn: a calculator for attention on the command line. Picks the command, lets it act, prints what goes wrong.

#include "command/command.h"
#include "command/files.h"
#include "error.h"
#include "format/character.h"

#include <cstdio>
#include <exception>
#include <iostream>
#include <new>
#include <string>

namespace {

using attn::Status;

std::string where(const attn::Place& place) {
  std::string text;
  const auto add = [&text](const std::string& part) { text += part + ":"; };
  if (!place.file.empty()) add(place.file);
  if (place.position.line) add(std::to_string(place.position.line));
  if (place.position.line && place.position.column) add(std::to_string(place.position.column));
  if (!text.empty()) text += ' ';
  if (!place.pointer.empty()) text += place.pointer + ": ";
  return text;
}

Status print(const attn::Refusal& refusal) {
  for (const attn::Error& error : refusal.errors) {
    std::cerr << attn::printable("attn: " + where(error.place) + error.message) << '\n';
    if (!error.hint.empty()) std::cerr << "  " << attn::printable(error.hint) << '\n';
  }
  return Status::refused;
}

Status act(const attn::Arguments& words) {
  try {
    const attn::Choice choice = attn::choose(words);
    return choice.command->act(choice.arguments);
  } catch (const attn::Refusal& refusal) {
    return print(refusal);
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
