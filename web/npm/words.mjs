// The words of a command line, as a POSIX shell splits it: blanks, '...', "..." and \.
export const words_of = (text) => {
  const words = [];
  let word;
  for (let i = 0; i < text.length; ++i) {
    const c = text[i];
    if (/\s/.test(c)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (c === "'" || c === '"') {
      word ??= '';
      for (++i; text[i] !== c; ++i) {
        if (i >= text.length) throw new SyntaxError(`a ${c} without its end: ${text}`);
        if (c === '"' && text[i] === '\\' && /["\\$`]/.test(text[i + 1] ?? '')) ++i;
        word += text[i];
      }
    } else {
      word = (word ?? '') + (c === '\\' && i + 1 < text.length ? text[++i] : c);
    }
  }
  if (word !== undefined) words.push(word);
  return words;
};
