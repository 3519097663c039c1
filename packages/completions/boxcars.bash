# bash completion for boxcars: the program says what may stand there.

# _boxcars_safe WORD QUOTE: in REPLY the word as it stands in a line, within quotes of that kind if one is open. Words are names in files, too,
# and whoever wrote the file must not have a shell do what they say.
_boxcars_safe() {
  REPLY=$1
  case $2 in
    \') REPLY=${REPLY//\'/\'\\\'\'} ;;
    \")
      REPLY=${REPLY//\\/\\\\}
      REPLY=${REPLY//\"/\\\"}
      REPLY=${REPLY//\$/\\\$}
      REPLY=${REPLY//\`/\\\`}
      REPLY=${REPLY//!/\"\'!\'\"} # which a backslash would stay before
      ;;
    *) [[ $REPLY != *[!a-zA-Z0-9_.,:=+/@%-]* ]] || printf -v REPLY %q "$REPLY" ;;
  esac
}

_boxcars() {
  local line=${COMP_LINE:0:COMP_POINT} rest word i words=() current quote=
  # Words as they are typed: bash takes 1=hs:2-4-7 apart.
  rest=$line
  for ((i = 0; i <= COMP_CWORD; ++i)); do
    word=${COMP_WORDS[i]}
    if [[ $i -eq $COMP_CWORD ]]; then
      current=${rest#"${rest%%[![:blank:]]*}"}
      if [[ $rest == [[:blank:]]* || ${#words[@]} -eq 0 ]]; then words+=("$current"); else words[-1]+=$current; fi
    elif [[ $rest == [[:blank:]]* || ${#words[@]} -eq 0 ]]; then
      rest=${rest#"${rest%%[![:blank:]]*}"}
      words+=("$word") rest=${rest#"$word"}
    else
      words[-1]+=$word rest=${rest#"$word"}
    fi
  done
  current=${words[-1]}
  for ((i = 0; i < ${#words[@]} - 1; ++i)); do # as a shell reads them
    word=${words[i]}
    if [[ $word == [\"\']* ]]; then words[i]=${word:1:${#word}-2}; else words[i]=${word//\\/}; fi
  done
  if [[ $current == [\"\']* ]]; then quote=${current:0:1} words[-1]=${current:1}; else words[-1]=${current//\\/}; fi
  [[ $quote != \" ]] || words[-1]=${words[-1]//\\}

  # bash puts in what follows the last = or :, but within quotes all of it.
  local kept=
  [[ $quote || $current != *[=:]* ]] || kept=${current%"${current##*[=:]}"}
  [[ $COMP_WORDBREAKS == *=*:* || $COMP_WORDBREAKS == *:*=* ]] || kept=
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ $line == :files ]]; then
      compopt -o filenames
      while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "${current#"$kept"}")
    else
      word=${line%%$'\t'*} word=${word#"$kept"}
      if [[ ! $quote && $word == *' ' ]]; then # a question goes on within quotes
        _boxcars_safe "$word" \" && word=\"$REPLY
      else
        _boxcars_safe "$word" "$quote" && word=$REPLY
      fi
      COMPREPLY+=("$word")
    fi
  done < <("${words[0]}" complete -- "${words[@]:1}" 2>/dev/null)
  [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *[=:,\ ] ]] || return 0
  compopt -o nospace
  [[ ! $quote ]] || COMPREPLY+=("${COMPREPLY[0]} ") # of two words bash puts in what they share, and closes no quote
}

complete -F _boxcars boxcars
