#pragma once
// Reads an object by its table of keys: the problem itself, mask, past, window.

#include "problem/document.h"
#include "problem/json/entry.h"
#include "problem/json/faults.h"
#include "problem/json/reader.h"
#include "problem/keys.h"

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace attn {

struct ForeignName;

/// Where an object stands.
struct ObjectPlace {
  std::string pointer; ///< as written: "/mask"
  std::string path;    ///< in canonical keys, for Document::faulty: "mask/"; the problem itself: empty
};

/// Listens to one object. Members without a fault are collected; title, id and expect go into the document directly,
/// and so do the names of faulty ones.
class MembersReader final : public ParentReader {
public:
  MembersReader(std::span<const Key> keys, ObjectPlace place, Document& document, Faults& faults,
                const FileAccess& files)
      : keys_(keys), place_(std::move(place)), document_(document), faults_(faults), files_(files) {}

  Members take() { return std::move(members_); }

protected:
  Child make_child(Position at, Bracket bracket) override;
  void own_key(Position at, std::string_view name) override;
  void own_scalar(Position at, const Scalar& scalar) override;
  std::string own_pointer() const override { return pointer_; }

private:
  struct Written {
    std::string name;
    Position position;
  };

  bool in_past() const { return place_.path == "past/"; }
  void foreign_name(Position at, std::string_view name, const ForeignName& foreign);
  void unknown_key(Position at, std::string_view name);
  std::string hint_for_unknown(std::string_view name);
  void repeated_key(Position at, std::string_view name, const Written& first);
  Child list_reader(Position at);
  Child object_reader(Position at);
  Child expectation_reader();
  Child list_in_place_of_object(Position at);
  void number_or_fault(Position at, const Scalar& scalar);
  bool holds_lists() const { return key_->holds == Holds::numbers && key_->levels.most > 0; }
  bool is_lone_number() const { return key_->holds == Holds::numbers && key_->levels.least == 0; }
  bool fault_of_text(Position at, const Scalar& scalar);
  void null_value(Position at);
  void wrong_value(Position at, std::string_view found);
  void fault(Position at, std::string message, std::string_view hint);
  void mark_faulty(const Key& key);
  /// None: the value had a fault that has been told.
  template <class Kind>
  void store(Position at, std::optional<Kind> value);
  template <class Reader>
  Child collecting(Position at, std::unique_ptr<Reader> reader);

  std::span<const Key> keys_;
  ObjectPlace place_;
  Document& document_;
  Faults& faults_;
  const FileAccess& files_;
  Members members_;
  std::map<std::string_view, Written> written_; ///< keys so far, by canonical name
  const Key* key_ = nullptr;                    ///< whose value comes; null: it is passed over
  std::string pointer_;                         ///< of that value
};

} // namespace attn
