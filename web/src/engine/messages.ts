import type { Result } from './interface';

export type ToWorker =
  | { kind: 'start'; module: WebAssembly.Module | null }
  | { kind: 'file'; name: string; bytes: Uint8Array }
  | { kind: 'run'; job: number; args: string[]; stdin?: string };

export type FromWorker = { kind: 'progress'; job: number; line: string } | { kind: 'done'; job: number; result: Result; memory: number };
