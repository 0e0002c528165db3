#include "command/each_line.h"

#include "command/ordered.h"
#include "command/progress.h"
#include "command/tell.h"

#include <fmt/core.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <iterator>
#include <new>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>
#include <utility>

namespace attn {
namespace {

LineOutcome too_long(const Line& line, const std::string& file, const LineOptions& options) {
  return failed(line, file, options,
                {{{},
                  fmt::format("the line is longer than {} bytes", options.range.max_bytes),
                  "allow longer ones with --max-line-bytes, such as --max-line-bytes 2G"}});
}

LineOutcome outcome_of(const Line& line, const std::string& file, const LineOptions& options, const LineWork& work) {
  if (line.too_long) return too_long(line, file, options);
  try {
    return work(line);
  } catch (const Refusal& refusal) {
    return failed(line, file, options, refusal.errors);
  } catch (const std::bad_alloc&) {
    throw Refusal(Error{{file, {line.number, 0}, {}},
                        "out of memory",
                        "ask for less with --only, or take fewer threads; --skip goes on from a line"});
  }
}

/// A batch of lines, and what became of them.
struct Worked {
  LineBatch batch;
  std::vector<LineOutcome> outcomes;
  std::size_t bytes_read = 0; ///< of the whole input, up to the end of the batch
};

/// Wakes a thread that waits for input.
class Bell {
public:
  Bell() : fd_(::eventfd(0, EFD_CLOEXEC)) {}
  ~Bell() { ::close(fd_); }
  Bell(const Bell&) = delete;
  Bell& operator=(const Bell&) = delete;

  void ring() const {
    const std::uint64_t once = 1;
    [[maybe_unused]] const ssize_t written = ::write(fd_, &once, sizeof once);
  }
  int descriptor() const { return fd_; }

private:
  int fd_;
};

/// Waits until there is input, or its end. False: the bell rang. Throws BrokenPipe if the reader of the output goes
/// away meanwhile.
bool wait_for_input(int input, int output, int bell) {
  pollfd watched[] = {{input, POLLIN, 0}, {bell, POLLIN, 0}, {output, 0, 0}};
  while (::poll(watched, std::size(watched), -1) < 0 && errno == EINTR) {
  }
  if (watched[2].revents & POLLERR) throw BrokenPipe();
  return watched[1].revents == 0;
}

class LineLoop {
public:
  LineLoop(const std::string& file, const LineOptions& options, Output& output, const LineWork& work)
      : options_(options), output_(output), work_(work), input_(file),
        reader_(input_, options.range,
                [this] { return wait_for_input(input_.descriptor(), output_.descriptor(), bell_.descriptor()); }),
        progress_(options.progress, output.descriptor()) {}

  Status run() {
    Ordered<Worked> ordered(options_.threads,
                            {[this](Worked& worked) { return take(worked); }, [this](Worked& worked) { work(worked); },
                             [this](Worked& worked) { return deliver(worked); }, [this] { bell_.ring(); }});
    ordered.run();
    progress_.finish();
    return worst_;
  }

private:
  bool take(Worked& worked) {
    const bool has_more = reader_.next(worked.batch);
    worked.bytes_read = reader_.bytes_done();
    return has_more;
  }

  void work(Worked& worked) const {
    for (std::size_t i = 0; i < worked.batch.size(); ++i)
      worked.outcomes.push_back(outcome_of(worked.batch[i], input_.name(), options_, work_));
  }

  /// False: enough.
  bool deliver(const Worked& worked) {
    std::size_t lines = 0, failed = 0;
    for (const LineOutcome& outcome : worked.outcomes) {
      output_.write(outcome.text);
      tell_all(outcome, worked.batch[lines++].number);
      failed += !outcome.errors.empty();
      worst_ = std::max(worst_, outcome.status);
      if (has_enough()) break;
    }
    output_.flush();
    progress_.advance(lines, failed, worked.bytes_read, reader_.bytes_in_all());
    return !has_enough();
  }

  bool has_enough() const { return options_.fail_fast && worst_ != Status::good; }

  void tell_all(const LineOutcome& outcome, std::size_t number) {
    if (outcome.errors.empty() && outcome.warnings.empty()) return;
    progress_.make_way();
    for (const Error& error : outcome.errors) tell(error);
    for (const std::string& warning : outcome.warnings)
      tell_warning(fmt::format("{}:{}", input_.name(), number), warning);
  }

  const LineOptions& options_;
  Output& output_;
  const LineWork& work_;
  Input input_;
  Bell bell_;
  LineReader reader_;
  Progress progress_;
  Status worst_ = Status::good;
};

} // namespace

Status each_line(const std::string& file, const LineOptions& options, Output& output, const LineWork& work) {
  return LineLoop(file, options, output, work).run();
}

} // namespace attn
