import { budgetHere } from './device';
import type { Result } from './interface';
import type { FromWorker, ToWorker } from './messages';
import { engineModule } from './module';
import type { Progress } from './told';
import { startWorker } from 'virtual:start-worker';

export interface Asking {
  stdin?: string;
  columns?: number; // of a text
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
}

interface Job extends Asking {
  number: number;
  args: string[];
  resolve: (result: Result) => void;
  reject: (reason: unknown) => void;
}

/** A question that was stopped. */
export class Stopped extends Error {}

const grace = 30; // ms that a question nobody waits for any more may still take, before its Worker is ended
const largestKept = 96 << 20; // wasm memory never shrinks: with more than this the Worker is made anew

/** One warm Worker, asked one question at a time. To stop a question is to end its Worker. */
class Engine {
  private worker: Worker | undefined;
  private jobs: Job[] = [];
  private running: Job | undefined;
  private count = 0;
  private isProven = false; // its Worker has answered
  private files = new Map<string, Uint8Array>();

  constructor() {
    this.renew();
  }

  /** Files are there under the names that the command line uses. */
  writeFile(name: string, bytes: Uint8Array): void {
    this.files.set(name, bytes);
    this.post({ kind: 'file', name, bytes });
  }

  forgetFile(name: string): void {
    if (this.files.delete(name)) this.post({ kind: 'forget', name });
  }

  run(args: string[], asking: Asking = {}): Promise<Result> {
    return new Promise((resolve, reject) => {
      const job: Job = { ...asking, args, number: ++this.count, resolve, reject };
      if (asking.signal?.aborted) return reject(new Stopped());
      asking.signal?.addEventListener('abort', () => this.drop(job));
      this.jobs.push(job);
      this.next();
    });
  }

  private drop(job: Job): void {
    job.reject(new Stopped());
    job.onProgress = undefined; // its Worker still tells of it until it is ended
    this.jobs = this.jobs.filter((other) => other !== job);
    if (this.running === job) setTimeout(() => this.running === job && this.renew(), grace);
  }

  private next(): void {
    if (this.running) return;
    this.running = this.jobs.shift();
    if (!this.running) return;
    const { number: job, args, stdin, columns } = this.running;
    this.post({ kind: 'run', job, args, stdin, columns });
  }

  private post(message: ToWorker): void {
    this.worker?.postMessage(message);
  }

  private renew(): void {
    this.worker?.terminate();
    this.running = undefined;
    const worker = (this.worker = startWorker());
    const waiting: ToWorker[] = [];
    let started = false;
    const post = worker.postMessage.bind(worker);
    worker.postMessage = (message: ToWorker) => (started ? post(message) : void waiting.push(message));
    engineModule().then(
      (module) => {
        started = true;
        post({ kind: 'start', module, budget: budgetHere() } satisfies ToWorker);
        waiting.forEach((message) => post(message));
      },
      (error: Error) => this.fail(error),
    );
    for (const [name, bytes] of this.files) this.post({ kind: 'file', name, bytes });
    worker.onmessage = (event: MessageEvent<FromWorker>) => this.hear(event.data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.fail(new Error(event.message || 'the engine cannot be started here'));
    };
    this.next();
  }

  /** Whoever waits is told; a Worker that never answered would not do so the next time either. */
  private fail(error: Error): void {
    this.running?.reject(error);
    this.running = undefined;
    if (this.isProven) return this.renew();
    this.jobs.forEach((job) => job.reject(error));
    this.jobs = [];
  }

  private hear(message: FromWorker): void {
    const job = this.running;
    if (!job || message.job !== job.number) return;
    if (message.kind === 'progress') return job.onProgress?.(message.progress);
    this.isProven = true;
    job.resolve(message.result);
    this.running = undefined;
    if (message.memory > largestKept) this.renew();
    else this.next();
  }
}

export const engine = new Engine();
