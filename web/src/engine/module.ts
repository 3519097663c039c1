import wasm from 'virtual:boxcars-wasm';

// The engine compiled once; every Worker is given the same, so that a fresh one is there within milliseconds.
let compiled: Promise<WebAssembly.Module | null> | undefined;

export function engineModule(): Promise<WebAssembly.Module | null> {
  compiled ??= compile();
  return compiled;
}

async function compile(): Promise<WebAssembly.Module | null> {
  if (__NATIVE__) return null;
  if (__SINGLE__) return WebAssembly.compile(bytesOf(wasm));
  const answer = await fetch(wasm);
  if (answer.headers.get('content-type') === 'application/wasm') return WebAssembly.compileStreaming(answer);
  return WebAssembly.compile(await answer.arrayBuffer());
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}
