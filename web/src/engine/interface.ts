// The engine: the whole command line program in a module. build/web/engine/boxcars.mjs is one; native.ts asks the program itself.

export interface Result {
  status: number;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  stdin?: string;
  columns?: number;
  boardFolders?: string[]; // where `--board 20` is looked for
  budget?: number; // the part of the native one for exact odds
  onProgress?: (line: string) => void;
}

export interface Engine {
  run(args: string[], options?: RunOptions): Result;
  FS: {
    writeFile(path: string, bytes: Uint8Array): void;
    unlink(path: string): void;
    mkdir(path: string): void;
    chdir(path: string): void;
  };
  HEAPU8?: Uint8Array; // its memory, if it has one of its own
}

export interface EngineOptions {
  instantiateWasm?: (imports: WebAssembly.Imports, receive: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void) => object;
}

declare const createEngine: (options?: EngineOptions) => Promise<Engine>;
export default createEngine;
