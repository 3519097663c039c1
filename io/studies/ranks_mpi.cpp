#include <chrono>
#include <cstdlib>
#include <thread>

#include <mpi.h>

#include "io/files/failed.hpp"
#include "io/studies/ranks.hpp"

namespace boxcars::io {
namespace {

enum Tag : int { asked = 1, answered = 2, left = 3 };

int length(const std::string& text) { return static_cast<int>(text.size()); }

std::string receive(int from, int tag, const MPI_Status& found) {
  int size = 0;
  MPI_Get_count(&found, MPI_CHAR, &size);
  std::string text(static_cast<std::size_t>(size), '\0');
  MPI_Recv(text.data(), size, MPI_CHAR, from, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return text;
}

}  // namespace

Ranks::Ranks() {
  int provided = 0;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided);
  if (provided < MPI_THREAD_SERIALIZED) throw Failed("this MPI has no threads (MPI_THREAD_SERIALIZED); use another");
  int rank = 0, size = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  rank_ = static_cast<std::size_t>(rank);
  size_ = static_cast<std::size_t>(size);
}

Ranks::~Ranks() { MPI_Finalize(); }

bool Ranks::serve(const std::function<std::string(std::size_t, const std::string&)>& answer) {
  while (gone_ + 1 < size_) {
    int there = 0;
    MPI_Status found;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &found);
    if (!there) break;
    const std::string text = receive(found.MPI_SOURCE, found.MPI_TAG, found);
    if (found.MPI_TAG == left) {
      ++gone_;
      continue;
    }
    const std::string reply = answer(static_cast<std::size_t>(found.MPI_SOURCE), text);
    MPI_Send(reply.data(), length(reply), MPI_CHAR, found.MPI_SOURCE, answered, MPI_COMM_WORLD);
  }
  return gone_ + 1 < size_;
}

std::string Ranks::ask(const std::string& what) {
  const std::scoped_lock lock(mutex_);
  MPI_Send(what.data(), length(what), MPI_CHAR, 0, asked, MPI_COMM_WORLD);
  // MPI waits with all its might, on a core that others may need.
  MPI_Status found;
  for (int there = 0;;) {
    MPI_Iprobe(0, answered, MPI_COMM_WORLD, &there, &found);
    if (there) break;
    std::this_thread::sleep_for(std::chrono::microseconds(200));
  }
  return receive(0, answered, found);
}

void Ranks::leave() {
  const std::scoped_lock lock(mutex_);
  MPI_Send(nullptr, 0, MPI_CHAR, 0, left, MPI_COMM_WORLD);
}

void Ranks::end_all(int status) {
  MPI_Abort(MPI_COMM_WORLD, status);
  std::abort();
}

std::string Ranks::from_first(const std::string& text) {
  int size = length(text);
  MPI_Bcast(&size, 1, MPI_INT, 0, MPI_COMM_WORLD);
  std::string all = text;
  all.resize(static_cast<std::size_t>(size));
  MPI_Bcast(all.data(), size, MPI_CHAR, 0, MPI_COMM_WORLD);
  return all;
}

}  // namespace boxcars::io
