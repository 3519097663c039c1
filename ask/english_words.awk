# Of lists of English words a text for everyday.cpp: in the order of their letters, a blank behind each. What follows from another word by an
# ending is not there itself: the ending's letter stands behind that word. R: the word is in none of the lists of the commonest.
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
    if (k == 0) continue
    stem = stem_of(word, k)
    forms[stem] = forms[stem] substr("ABCDEFGH", k, 1)
  }
  sorted = "LC_ALL=C sort"
  for (word in words) {
    if (ending_of(word) == 0) print "\"" word (word in common ? "" : "R") forms[word] " \"" | sorted
  }
  close(sorted)
}
