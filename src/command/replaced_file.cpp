#include "command/replaced_file.h"

#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <iterator>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace attn {
namespace {

constexpr int ending_signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

/// The file beside, where a signal finds it; "": there is none.
char left_over[PATH_MAX];

/// Takes the file beside away and ends as if nobody had listened.
extern "C" void take_away(int signal) {
  ::unlink(left_over);
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

/// Keeps signals that end the program off while a file comes into being or takes its place.
class Undisturbed {
public:
  Undisturbed() {
    sigset_t ending;
    sigemptyset(&ending);
    for (const int signal : ending_signals) sigaddset(&ending, signal);
    pthread_sigmask(SIG_BLOCK, &ending, &before_);
  }
  ~Undisturbed() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  Undisturbed(const Undisturbed&) = delete;
  Undisturbed& operator=(const Undisturbed&) = delete;

private:
  sigset_t before_;
};

/// Signals that the caller of the program wants ignored (nohup) stay ignored.
void listen() {
  for (const int signal : ending_signals)
    if (std::signal(signal, take_away) == SIG_IGN) std::signal(signal, SIG_IGN);
}

void name_left_over(const std::string& file) {
  std::memcpy(left_over, file.c_str(), file.size() + 1);
}

[[noreturn]] void fail(int error = errno) {
  throw std::system_error(error, std::generic_category());
}

/// Where a path leads: links are followed one by one, since the last may lead to a file that is yet to come.
std::string followed(std::filesystem::path path) {
  constexpr int most_links = 40; // as Linux has it
  for (int links = 0; std::filesystem::is_symlink(std::filesystem::symlink_status(path)); ++links) {
    if (links == most_links) fail(ELOOP);
    path = path.parent_path() / std::filesystem::read_symlink(path);
  }
  return path.string();
}

/// Gives the new file the mode and, where that is allowed, the owner of the one that it replaces.
void dress(int fd, const std::string& target) {
  struct stat old {};
  if (::stat(target.c_str(), &old) == 0) {
    [[maybe_unused]] const int may_fail = ::fchown(fd, old.st_uid, old.st_gid);
    ::fchmod(fd, old.st_mode & 07777);
    return;
  }
  const mode_t mask = ::umask(0);
  ::umask(mask);
  ::fchmod(fd, 0666 & ~mask);
}

} // namespace

ReplacedFile::ReplacedFile(const std::string& target) : target_(followed(target)) {
  beside_ = target_ + ".XXXXXX";
  if (beside_.size() >= sizeof left_over) fail(ENAMETOOLONG);
  const Undisturbed undisturbed;
  fd_ = ::mkostemp(beside_.data(), O_CLOEXEC);
  if (fd_ < 0) fail();
  name_left_over(beside_);
  listen();
  dress(fd_, target_);
}

ReplacedFile::~ReplacedFile() {
  if (fd_ >= 0) ::close(fd_);
  if (beside_.empty()) return;
  const Undisturbed undisturbed;
  ::unlink(beside_.c_str());
  name_left_over("");
}

void ReplacedFile::take_place() {
  if (::close(std::exchange(fd_, -1)) != 0) fail();
  const Undisturbed undisturbed;
  if (::rename(beside_.c_str(), target_.c_str()) != 0) fail();
  beside_.clear();
  name_left_over("");
}

} // namespace attn
