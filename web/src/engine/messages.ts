import type { Result } from './interface';
import type { Progress } from './told';

export type ToWorker =
  | { kind: 'start'; module: WebAssembly.Module | null; budget: number }
  | { kind: 'file'; name: string; bytes: Uint8Array }
  | { kind: 'forget'; name: string }
  | { kind: 'run'; job: number; args: string[]; stdin?: string; columns?: number };

export type FromWorker =
  { kind: 'progress'; job: number; progress: Progress } | { kind: 'done'; job: number; result: Result; memory: number };
