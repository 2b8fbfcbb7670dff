import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

export interface TestFile {
  /** The Vitest project that runs it. */
  project: string;
  path: string;
}

export interface TestOrder {
  files: readonly TestFile[];
  env: Record<string, string>;
}

export type TestReply =
  | { type: 'ready'; files: TestFile[] }
  | { type: 'progress' }
  /** `failed`: the first test that failed. */
  | { type: 'done'; failed: string | null; ms: number };

type Result = { state: 'passed' | 'failed'; failed: string | null; ms: number } | { state: 'timeout' };

const START_LIMIT_MS = 300_000;

/** Runs test files in a process of its own. One that hangs is killed, and the next run starts another. */
export class TestRunner {
  readonly #command: string[];
  readonly #env: Record<string, string>;
  #child: ChildProcess | null = null;
  #files: TestFile[] = [];

  constructor(root: string, config: string, env: Record<string, string>) {
    this.#command = [join(import.meta.dirname, 'test-process.ts'), root, config];
    this.#env = env;
  }

  /** All test files. */
  async list(): Promise<TestFile[]> {
    await this.#start();
    return this.#files;
  }

  /** Runs the files in their order until a test fails. `limitMs`: how long a run may take between the ends of two tests. */
  async run(files: readonly TestFile[], env: Record<string, string>, limitMs: number): Promise<Result> {
    const child = await this.#start();
    const reply = await this.#reply(child, limitMs, () => child.send({ files, env } satisfies TestOrder));
    if (reply === 'timeout') return { state: 'timeout' };
    // A test may have ended the process.
    if (reply === 'ended' || reply.type !== 'done') return { state: 'failed', failed: 'the test process ended', ms: 0 };
    return { state: reply.failed === null ? 'passed' : 'failed', failed: reply.failed, ms: reply.ms };
  }

  stop(): void {
    const pid = this.#child?.pid;
    this.#child = null;
    // With its workers, and what they started.
    if (pid === undefined) return;
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // It has ended.
    }
  }

  async #start(): Promise<ChildProcess> {
    if (this.#child) return this.#child;
    const env = { ...process.env, ...this.#env };
    const child = spawn(process.execPath, this.#command, { detached: true, stdio: ['ignore', 'ignore', 'inherit', 'ipc'], env });
    this.#child = child;
    const reply = await this.#reply(child, START_LIMIT_MS);
    if (typeof reply === 'string' || reply.type !== 'ready') throw new Error('The process that runs tests does not start.');
    this.#files = reply.files;
    return child;
  }

  /** The next reply that is more than progress. */
  #reply(child: ChildProcess, limitMs: number, send?: () => void): Promise<TestReply | 'timeout' | 'ended'> {
    return new Promise((done) => {
      const finish = (reply: TestReply | 'timeout' | 'ended') => {
        clearTimeout(limit);
        child.off('message', onMessage);
        child.off('exit', onExit);
        if (typeof reply === 'string') this.stop();
        done(reply);
      };
      const onMessage = (message: TestReply) => (message.type === 'progress' ? limit.refresh() : finish(message));
      const onExit = () => finish('ended');
      const limit = setTimeout(() => finish('timeout'), limitMs);
      child.on('message', onMessage);
      child.on('exit', onExit);
      send?.();
    });
  }
}
