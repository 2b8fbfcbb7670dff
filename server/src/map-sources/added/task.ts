import { type ChildProcess, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { type AdminMaps, MapFailure } from '@veld/contract';
import { z } from 'zod';
import { incomingFolder } from './shelf.ts';

const PROGRAM = resolve(import.meta.dirname, '../../map.ts');

const Line = z.union([
  z.object({ step: z.enum(['checking', 'cutting', 'packing', 'copying']), share: z.number() }),
  z.object({ failure: MapFailure }),
  z.object({ added: z.string() }),
]);

export interface TaskOptions {
  file: string;
  name: string | undefined;
  isOffline: boolean;
  isMoved: boolean;
}

/** Makes files maps, one at a time, in a process of its own: a country takes minutes and gigabytes, and the server has to answer meanwhile. */
export class MapTasks {
  readonly #dataDir: string;
  readonly #failed: (text: string) => void;
  #child: ChildProcess | null = null;
  #task: AdminMaps['task'] = null;
  #failure: AdminMaps['failure'] = null;

  /** `failed` is told what went wrong for no known reason. */
  constructor(dataDir: string, failed: (text: string) => void) {
    this.#dataDir = dataDir;
    this.#failed = failed;
  }

  get task(): AdminMaps['task'] {
    return this.#task;
  }

  /** Why the last file did not become a map. */
  get failure(): AdminMaps['failure'] {
    return this.#failure;
  }

  /** Returns false if another file is being made a map. */
  start({ file, name, isOffline, isMoved }: TaskOptions): boolean {
    if (this.#task) return false;
    this.#task = { file, step: 'checking', share: 0 };
    this.#failure = null;
    const path = join(incomingFolder(this.#dataDir), file);
    const options = [...(name === undefined ? [] : ['--name', name]), ...(isOffline ? [] : ['--no-offline'])];
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', PROGRAM, 'add', '--json', ...options, '--', path], {
      env: { ...process.env, DATA_DIR: this.#dataDir },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    this.#child = child;
    let isAdded = false;
    createInterface(child.stdout).on('line', (text) => {
      const line = readLine(text);
      if (line && 'step' in line) this.#task = { file, ...line };
      else if (line && 'failure' in line) this.#failure = { file, ...line.failure };
      else if (line) isAdded = true;
    });
    const end = () => {
      this.#child = null;
      if (!isAdded) this.#failure ??= { file, code: 'internal', params: {} };
      if (this.#failure?.code === 'internal') this.#failed(String(this.#failure.params.message ?? 'the program ended'));
      const done = () => (this.#task = null);
      if (isAdded && isMoved) rm(path, { force: true }).then(done, done);
      else done();
    };
    child.once('error', end);
    child.once('close', end);
    return true;
  }

  /** Says why a file does not become a map, without trying. */
  refuse(file: string, failure: MapFailure): void {
    this.#failure = { file, ...failure };
  }

  /** Ends what runs; nothing has changed then. */
  stop(): void {
    this.#child?.kill('SIGKILL');
  }
}

function readLine(text: string): z.output<typeof Line> | null {
  try {
    return Line.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
