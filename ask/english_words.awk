# Of lists of English words a text for everyday.cpp: in the order of its letters, a blank behind each, without those that follow from another
# one by s, ed, ing or ly.
/^[a-z][a-z]+$/ { words[$0] = 1 }

function follows(word, ending, instead) {
  stem = substr(word, 1, length(word) - length(ending))
  return length(stem) > 1 && stem ending == word && (stem instead) in words
}

END {
  sorted = "LC_ALL=C sort"
  for (word in words) {
    if (!(follows(word, "s", "") || follows(word, "es", "") || follows(word, "ies", "y") || follows(word, "ed", "") || follows(word, "ed", "e") ||
          follows(word, "ing", "") || follows(word, "ing", "e") || follows(word, "ly", ""))) {
      print "\"" word " \"" | sorted
    }
  }
  close(sorted)
}
