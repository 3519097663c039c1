# Of lists of English words a text for everyday.cpp: in the order of their letters, a blank behind each. What follows from another word by an
# ending is not there itself: a letter behind that word says so, A for the first ending to H, or I to P where what follows is in none of the
# lists of the commonest. R: the word itself is in none of those.
BEGIN { n = split("s es ies ed ed ing ing ly", endings, " "); split("- - y - e - e -", instead, " ") }

/^[a-z][a-z]+$/ {
  words[$0] = 1
  if (FILENAME ~ /\.(10|20)$/) common[$0] = 1
}

# The word that it follows from by the ending; "": none.
function stem_of(word, k, stem) {
  stem = substr(word, 1, length(word) - length(endings[k]))
  if (length(stem) < 2 || stem endings[k] != word) return ""
  if (instead[k] != "-") stem = stem instead[k]
  return stem in words ? stem : ""
}

# By which ending it follows from a word that follows from none; 0: by none.
function ending_of(word, k, stem) {
  if (word in known) return known[word]
  known[word] = 0
  for (k = 1; k <= n; ++k) {
    stem = stem_of(word, k)
    if (stem != "" && ending_of(stem) == 0) {
      known[word] = k
      break
    }
  }
  return known[word]
}

END {
  for (word in words) {
    k = ending_of(word)
    if (k > 0) form[stem_of(word, k), k] = word in common ? 0 : n
  }
  sorted = "LC_ALL=C sort"
  for (word in words) {
    if (ending_of(word) > 0) continue
    marks = word in common ? "" : "R"
    for (k = 1; k <= n; ++k) {
      if ((word, k) in form) marks = marks substr("ABCDEFGHIJKLMNOP", k + form[word, k], 1)
    }
    print "\"" word marks " \"" | sorted
  }
  if (close(sorted) != 0) exit 1
}
