#include "problem/json/members.h"

#include "problem/json/answer.h"
#include "problem/json/entry.h"
#include "problem/json/foreign_name.h"
#include "problem/json/numbers.h"
#include "problem/json/words.h"
#include "problem/shown.h"
#include "problem/suggest.h"
#include "problem/tensor/tensor_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace attn {
namespace {

/// The key of an object among `keys` that has a member of this name: "causal" is one of mask.
const Key* owner_of(std::span<const Key> keys, std::string_view name) {
  const auto owner =
      std::find_if(keys.begin(), keys.end(), [&](const Key& key) { return find_key(key.members, name); });
  return owner == keys.end() ? nullptr : &*owner;
}

} // namespace

void MembersReader::own_key(Position at, std::string_view name) {
  key_ = nullptr;
  pointer_ = joined(place_.pointer, name);
  if (is_remark(name)) return;
  const Key* key = find_key(keys_, name);
  if (key == nullptr) {
    const ForeignName* foreign = in_past() ? nullptr : find_foreign_name(name);
    return foreign ? foreign_name(at, name, *foreign) : unknown_key(at, name);
  }
  const auto [first, is_new] = written_.try_emplace(key->name, Written{std::string(name), at});
  if (!is_new) return repeated_key(at, name, first->second);
  key_ = key;
}

/// A name of another library: what it stands for is not missing.
void MembersReader::foreign_name(Position at, std::string_view name, const ForeignName& foreign) {
  faults_.add(at, pointer_, shown(name) + " is not taken", foreign.hint());
  for (const std::string_view meant : split(foreign.meant))
    if (!written_.contains(meant)) mark_faulty(*find_key(problem_keys(), meant));
}

void MembersReader::unknown_key(Position at, std::string_view name) {
  faults_.add(at, pointer_, "unknown key " + quoted(name), faults_.is_full() ? "" : hint_for_unknown(name));
}

std::string MembersReader::hint_for_unknown(std::string_view name) {
  if (const Key* owner = owner_of(keys_, name)) return fmt::format("did you mean {} inside of {}?", name, owner->name);
  if (const auto near = nearest_key(keys_, name)) {
    if (!written_.contains(near->key->name)) mark_faulty(*near->key);
    return fmt::format("did you mean {}?", near->name);
  }
  if (!place_.path.empty() && find_key(problem_keys(), name))
    return fmt::format("{} stands beside {}, not inside of it", name, place_.pointer.substr(1));
  return fmt::format("the keys here are {}, and any that begins with _", names_of(keys_));
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
    if (!key_->numbers_hint.empty()) return list_in_place_of_object(at);
    wrong_value(at, bracket == Bracket::list ? "a list" : "an object");
  }
  return {std::make_unique<SkippingReader>(pointer_), {}};
}

/// Words in it are meant otherwise than numbers.
ParentReader::Child MembersReader::list_in_place_of_object(Position at) {
  auto reader = std::make_unique<SkippingReader>(pointer_);
  auto finish = [this, at, source = reader.get()] {
    fault(at, fmt::format("expected {}, found a list", form_of(*key_)),
          source->holds_text() ? key_->hint : key_->numbers_hint);
  };
  return {std::move(reader), std::move(finish)};
}

/// No reader: the key holds no list.
ParentReader::Child MembersReader::list_reader(Position at) {
  if (key_->holds == Holds::words) return collecting(at, std::make_unique<WordsReader>(*key_, pointer_, faults_));
  if (key_->holds != Holds::numbers || key_->levels.most == 0) return {};
  return collecting(at, std::make_unique<NumbersReader>(*key_, pointer_, faults_, files_, document_.file_bytes));
}

/// No reader: the key holds no object.
ParentReader::Child MembersReader::object_reader(Position at) {
  if (key_->holds == Holds::object) {
    const ObjectPlace place{pointer_, fmt::format("{}{}/", place_.path, key_->name)};
    return collecting(at, std::make_unique<MembersReader>(key_->members, place, document_, faults_, files_));
  }
  return key_->holds == Holds::result ? expectation_reader() : Child{};
}

/// Its faults are kept apart: they are no faults of the problem.
ParentReader::Child MembersReader::expectation_reader() {
  document_.expectation.emplace();
  auto faults = std::make_shared<Faults>(document_.file);
  const AnswerPlace place{AnswerLevel::top, pointer_, {}, {}};
  auto reader = std::make_unique<AnswerReader>(place, *document_.expectation, *faults);
  return {std::move(reader), [this, faults] { document_.expectation_faults = faults->take(); }};
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
  } else if (key_->holds == Holds::text && is_text) {
    store(at, std::optional(std::string(scalar.text)));
  } else if (key_->holds == Holds::id && (is_text || scalar.kind == Scalar::Kind::number)) {
    document_.id = Id{std::string(scalar.text), !is_text};
  } else if (key_->flag && scalar.kind == Scalar::Kind::boolean) {
    store(at, std::optional(scalar.value != 0));
  } else if (is_text && has_word(key_->texts, scalar.text)) {
    store(at, std::optional(std::string(scalar.text)));
  } else if (is_text && holds_lists() && (is_pasted(scalar.text) || find_tensor_name(scalar.text))) {
    NumbersReader reader(*key_, pointer_, faults_, files_, document_.file_bytes);
    reader.scalar(at, scalar);
    store(at, reader.take());
  } else {
    number_or_fault(at, scalar);
  }
}

void MembersReader::number_or_fault(Position at, const Scalar& scalar) {
  const bool is_lone = is_lone_number();
  if (const auto value = is_lone ? read_entry(key_->entries, scalar) : std::nullopt)
    return store(at, std::optional(Numbers{{}, {*value}, {}}));
  if (scalar.kind == Scalar::Kind::text && fault_of_text(at, scalar)) return;
  if (scalar.kind == Scalar::Kind::null) return null_value(at);
  if (!is_lone) return wrong_value(at, shown(scalar));
  const EntryFault explained = entry_fault(*key_, scalar);
  fault(at, explained.message, explained.hint);
}

/// Text that is nearly one of the key's own. Where a number stands the key's hint
/// says more: None, as torch writes it for the default scale, is not "none".
bool MembersReader::fault_of_text(Position at, const Scalar& scalar) {
  const std::string text = quoted(scalar.text);
  if (const auto near = is_lone_number() ? std::nullopt : nearest(scalar.text, split(key_->texts))) {
    fault(at, fmt::format("expected {}, found the text {}", form_of(*key_), text),
          "did you mean " + quoted(*near) + "?");
  } else if (holds_lists()) {
    fault(at, fmt::format("expected {}, found the text {}", form_of(*key_), text), hint_for_file());
  } else {
    return false;
  }
  return true;
}

void MembersReader::null_value(Position at) {
  std::string hint = fmt::format("null is not taken: leave {} out", key_->name);
  if (key_->holds == Holds::object) hint += fmt::format(", or {}", key_->hint);
  fault(at, fmt::format("expected {}, found null", form_of(*key_)), hint);
}

void MembersReader::wrong_value(Position at, std::string_view found) {
  fault(at, fmt::format("expected {}, found {}", form_of(*key_), found), key_->hint);
}

/// The value under the key at hand is left out.
void MembersReader::fault(Position at, std::string message, std::string_view hint) {
  std::string advice = hint.empty() ? "write " + form_of(*key_) : std::string(hint);
  if (key_->holds == Holds::result) { // no fault of the problem
    document_.expectation_faults.push_back({{document_.file, at, pointer_}, std::move(message), std::move(advice)});
  } else {
    faults_.add(at, pointer_, std::move(message), std::move(advice));
    mark_faulty(*key_);
  }
}

void MembersReader::mark_faulty(const Key& key) {
  std::erase_if(members_, [&](const Member& member) { return member.key == key.name; });
  const std::string path = place_.path + std::string(key.name);
  auto& faulty = document_.faulty;
  if (std::find(faulty.begin(), faulty.end(), path) == faulty.end()) faulty.push_back(path);
}

template <class Kind>
void MembersReader::store(Position at, std::optional<Kind> value) {
  if (!value) return mark_faulty(*key_);
  members_.push_back({std::string(key_->name), {at, pointer_, std::move(*value)}});
}

} // namespace attn
