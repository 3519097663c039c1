// The engine: the whole command line program in a module. build/web/engine/boxcars.mjs is one; native.ts asks the program itself.

export interface Result {
  status: number;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  stdin?: string;
  columns?: number;
  onProgress?: (line: string) => void;
}

export interface Engine {
  run(args: string[], options?: RunOptions): Result;
  FS: { writeFile(path: string, bytes: Uint8Array): void };
}

export interface EngineOptions {
  wasmBinary?: ArrayBuffer;
}

declare const createEngine: (options: EngineOptions) => Promise<Engine>;
export default createEngine;
