#pragma once
// From bytes to a Document: the JSON grammar, the known keys and what each of them may hold.

#include "problem/document.h"
#include "problem/json/events.h"
#include "problem/read.h"

#include <string>

namespace attn {

/// Reads one JSON object, and the values in the files that it names. Faults of the text and of single values are in
/// `errors` of the result; after a fault of the grammar nothing more is read, and that fault is the last.
Document read_document(const Source& source, const std::string& file, const FileAccess& files = {},
                       NumberReading reading = NumberReading::scanner);

/// Reads an answer: an object with keys of the result.  Throws Refusal on faults of the grammar or unknown keys.
Expectation read_answer(const Source& source, const std::string& file, NumberReading reading = NumberReading::scanner);

} // namespace attn
