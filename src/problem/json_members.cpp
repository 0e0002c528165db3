#include "problem/json_members.h"

#include "problem/json_answer.h"
#include "problem/json_numbers.h"
#include "problem/json_words.h"
#include "problem/shown.h"
#include "problem/suggest.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace attn {
namespace {

std::string spot(Position position) {
  return fmt::format("line {}, column {}", position.line, position.column);
}

/// The key of an object among `keys` that has a member of this name: "causal" is one of mask.
const Key* owner_of(std::span<const Key> keys, std::string_view name) {
  const auto owner =
      std::find_if(keys.begin(), keys.end(), [&](const Key& key) { return find_key(key.members, name); });
  return owner == keys.end() ? nullptr : &*owner;
}

std::string names_of(std::span<const Key> keys) {
  std::string names;
  for (const Key& key : keys) names += (names.empty() ? "" : ", ") + std::string(key.name);
  return names;
}

} // namespace

void MembersReader::own_key(Position at, std::string_view name) {
  key_ = nullptr;
  pointer_ = joined(place_.pointer, name);
  if (is_remark(name)) return;
  const Key* key = find_key(keys_, name);
  if (key == nullptr) return unknown_key(at, name);
  const auto [first, is_new] = written_.try_emplace(key->name, Written{std::string(name), at});
  if (!is_new) return repeated_key(at, name, first->second);
  key_ = key;
  if (!is_readable(at)) key_ = nullptr;
}

/// Known, but not to be written in this version, or ever.
bool MembersReader::is_readable(Position at) {
  if (key_->holds == Holds::later) fault(at, fmt::format("{} is not built yet", key_->name), "take the key off");
  if (key_->holds == Holds::refused) fault(at, fmt::format("{} is not taken", key_->name), key_->hint);
  return key_->holds != Holds::later && key_->holds != Holds::refused;
}

void MembersReader::unknown_key(Position at, std::string_view name) {
  std::string hint;
  if (const Key* owner = owner_of(keys_, name)) {
    hint = fmt::format(R"(did you mean {} inside of {}?)", name, owner->name);
  } else if (const auto near = nearest_key(keys_, name)) {
    hint = fmt::format("did you mean {}?", near->name);
    mark_faulty(*near->key);
  } else {
    hint = place_.path.empty() ? "man attn-problem lists the keys; one that begins with _ is passed over"
                               : "the keys here are " + names_of(keys_);
  }
  faults_.add(at, pointer_, "unknown key " + quoted(name), std::move(hint));
}

void MembersReader::repeated_key(Position at, std::string_view name, const Written& first) {
  const Key& key = *find_key(keys_, name);
  const std::string as = first.name == name ? "" : fmt::format("as {} ", first.name);
  faults_.add(at, pointer_, fmt::format("{} is given twice, {}at {} and here", key.name, as, spot(first.position)),
              "keep one of the two");
  mark_faulty(key);
}

ParentReader::Child MembersReader::make_child(Position at, Bracket bracket) {
  if (key_ != nullptr && key_->holds != Holds::anything) {
    Child child = bracket == Bracket::list ? list_reader(at) : object_reader(at);
    if (child.reader) return child;
    wrong_value(at, bracket == Bracket::list ? "a list" : "an object");
  }
  return {std::make_unique<SkippingReader>(pointer_), {}};
}

/// No reader: the key holds no list.
ParentReader::Child MembersReader::list_reader(Position at) {
  if (key_->holds == Holds::words) return collecting(at, std::make_unique<WordsReader>(*key_, pointer_, faults_));
  if (key_->holds != Holds::numbers || key_->levels.most == 0) return {};
  return collecting(at, std::make_unique<NumbersReader>(*key_, pointer_, faults_));
}

/// No reader: the key holds no object.
ParentReader::Child MembersReader::object_reader(Position at) {
  if (key_->holds == Holds::object) {
    const ObjectPlace place{pointer_, fmt::format("{}{}/", place_.path, key_->name)};
    return collecting(at, std::make_unique<MembersReader>(key_->members, place, document_, faults_));
  }
  if (key_->holds != Holds::result) return {};
  document_.expectation.emplace();
  const AnswerPlace place{AnswerLevel::top, pointer_, {}, {}};
  return {std::make_unique<AnswerReader>(place, *document_.expectation, faults_), {}};
}

template <class Reader>
ParentReader::Child MembersReader::collecting(Position at, std::unique_ptr<Reader> reader) {
  auto finish = [this, at, source = reader.get()] { store(at, std::optional(source->take())); };
  return {std::move(reader), std::move(finish)};
}

void MembersReader::own_scalar(Position at, const Scalar& scalar) {
  if (key_ == nullptr || key_->holds == Holds::anything) return;
  const bool is_text = scalar.kind == Scalar::Kind::text;
  if (key_->holds == Holds::title && is_text) {
    document_.title = scalar.text;
  } else if (key_->holds == Holds::id && (is_text || scalar.kind == Scalar::Kind::number)) {
    document_.id = Id{is_text ? std::string(scalar.text) : shown(scalar), !is_text};
  } else if (key_->holds == Holds::causal && scalar.kind == Scalar::Kind::boolean) {
    store(at, std::optional(scalar.value != 0));
  } else if (is_text && has_word(key_->texts, scalar.text)) {
    store(at, std::optional(std::string(scalar.text)));
  } else {
    number_or_fault(at, scalar);
  }
}

void MembersReader::number_or_fault(Position at, const Scalar& scalar) {
  const bool is_lone = key_->holds == Holds::numbers && key_->levels.least == 0;
  if (const auto value = is_lone ? read_entry(key_->entries, scalar) : std::nullopt)
    return store(at, std::optional(Numbers{{}, {*value}, {}}));
  if (scalar.kind == Scalar::Kind::text && fault_of_text(at, scalar)) return;
  if (!is_lone) return wrong_value(at, shown(scalar));
  const EntryFault explained = entry_fault(*key_, scalar);
  fault(at, explained.message, explained.hint);
}

/// Text that is nearly one of the key's own, or that a later version will take.
bool MembersReader::fault_of_text(Position at, const Scalar& scalar) {
  const std::string text = quoted(scalar.text);
  if (has_word(key_->later_texts, scalar.text)) {
    fault(at, text + " is not built yet", "write " + form_of(*key_));
  } else if (const auto near = nearest(scalar.text, split(key_->texts))) {
    fault(at, fmt::format("expected {}, found the text {}", form_of(*key_), text),
          "did you mean " + quoted(*near) + "?");
  } else if (key_->holds == Holds::numbers && key_->levels.most > 0) {
    fault(at, fmt::format("found the text {}: matrices in files, or pasted as text, are not built yet", text),
          key_->hint);
  } else {
    return false;
  }
  return true;
}

void MembersReader::wrong_value(Position at, std::string_view found) {
  fault(at, fmt::format("expected {}, found {}", form_of(*key_), found), key_->hint);
}

/// The value under the key at hand is left out.
void MembersReader::fault(Position at, std::string message, std::string_view hint) {
  faults_.add(at, pointer_, std::move(message), hint.empty() ? "write " + form_of(*key_) : std::string(hint));
  mark_faulty(*key_);
}

void MembersReader::mark_faulty(const Key& key) {
  std::erase_if(members_, [&](const Member& member) { return member.key == key.name; });
  document_.faulty.push_back(place_.path + std::string(key.name));
}

template <class Kind>
void MembersReader::store(Position at, std::optional<Kind> value) {
  if (!value) return mark_faulty(*key_);
  members_.push_back({std::string(key_->name), {at, pointer_, std::move(*value)}});
}

} // namespace attn
