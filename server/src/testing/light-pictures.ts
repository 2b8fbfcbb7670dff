import { EventEmitter } from 'node:events';
import { vi } from 'vitest';
import type { ResizeRequest, ResizeResult } from '../features/media/resize.ts';

/**
 * Tests render hundreds of pictures: this process does it, with the function that each picture's own process runs. Tests of those
 * processes set VELD_TEST_PICTURE_PROCESSES.
 */
vi.mock('node:child_process', async (load) => {
  const real = await load<typeof import('node:child_process')>();
  const fork = (program: string, ...more: [string[], object]) =>
    program.endsWith('/resize-process.ts') && !process.env.VELD_TEST_PICTURE_PROCESSES ? new ThisProcess() : real.fork(program, ...more);
  return { ...real, fork };
});

class ThisProcess extends EventEmitter {
  send(request: ResizeRequest, sent: (error: null) => void): void {
    sent(null);
    void this.#resize(request).then((result) => {
      this.emit('message', result);
      this.emit('exit', 0, null);
    });
  }

  kill(): void {}

  async #resize(request: ResizeRequest): Promise<ResizeResult> {
    const [{ resize }, { default: sharp }] = await Promise.all([import('../features/media/resize.ts'), import('sharp')]);
    // As there.
    sharp.cache(false);
    return resize(request).catch((error: Error) => ({ fault: error.message }));
  }
}
