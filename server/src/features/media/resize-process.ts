import { setPriority } from 'node:os';
import sharp from 'sharp';
import { resize, type ResizeRequest, type ResizeResult } from './resize.ts';

/*
 * A child process that decodes one picture and exits, so that a picture that crashes the decoder or exhausts memory or time ends
 * only this process. It receives one `ProcessRequest` and sends one `ResizeResult`.
 */

export interface ProcessRequest extends ResizeRequest {
  /** Bytes of resident memory at which the process exits. */
  maxMemory: number;
}

const LOADERS = ['VipsForeignLoadJpegFile', 'VipsForeignLoadPngFile', 'VipsForeignLoadWebpFile', 'VipsForeignLoadHeifFile'];

// The server answers first.
setPriority(10);
sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: LOADERS });

process.on('disconnect', () => process.exit(0));
process.once('message', (request: ProcessRequest) => {
  setInterval(() => {
    if (process.memoryUsage.rss() > request.maxMemory) process.exit(9);
  }, 50).unref();
  void resize(request)
    .catch((error: Error): ResizeResult => ({ fault: error.message }))
    .then((result) => process.send!(result, undefined, undefined, () => process.exit(0)));
});
