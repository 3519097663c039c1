// Beside the program: engine.run(arguments, options), and what it calls.
{
  const utf8 = new TextEncoder();
  const joined = (parts) => {
    const bytes = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
    let at = 0;
    for (const part of parts) (bytes.set(part, at), (at += part.length));
    return bytes;
  };
  const decoded = (parts) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(joined(parts));
  const at = (address, size) => HEAPU8.subarray(address, address + size);

  // What whole input gives, a part at a time.
  const reader_of = (input) => {
    let rest = typeof input === 'string' ? utf8.encode(input) : input;
    return (size) => {
      const part = rest.subarray(0, size);
      rest = rest.subarray(size);
      return part;
    };
  };

  Module.run = (args, options = {}) => {
    const stdin = options.stdin ?? '';
    const onOutput = options.onOutput;
    const onProgress = options.onProgress;
    const isStopped = () => options.isStopped?.() === true;
    const words = [args, options.boardFolders ?? []];
    if (words.flat().some((word) => word.includes('\0'))) throw new TypeError('an argument has a null byte, which would make two of it');
    const parts = [[], [], []];
    const read = typeof stdin === 'function' ? stdin : reader_of(stdin);
    Module.call = {
      read(to, size) {
        const bytes = read(size);
        HEAPU8.set(bytes, to);
        return bytes.length;
      },
      write(stream, from, size) {
        const bytes = at(from, size).slice();
        if (onOutput) return onOutput(stream, bytes) !== false;
        parts[stream].push(bytes);
        return true;
      },
      progress: (from, size) => (onProgress?.(decoded([at(from, size)])) === true) || isStopped(),
      isStopped,
    };
    const texts = words.map((some) => utf8.encode(some.map((word) => word + '\0').join('')));
    const held = texts.map((bytes) => _malloc(bytes.length + 1));
    texts.forEach((bytes, i) => HEAPU8.set(bytes, held[i]));
    try {
      const status = _boxcars_run(
        held[0],
        texts[0].length,
        held[1],
        texts[1].length,
        options.columns ?? 0,
        options.color ?? false,
        options.unicode ?? true,
        options.budget ?? 1,
      );
      return { status, stdout: decoded(parts[1]), stderr: decoded(parts[2]) };
    } finally {
      held.forEach((address) => _free(address));
    }
  };
}
