import { type Readable, Transform } from 'node:stream';
import { ImportStopped } from '../faults.ts';

/** Pipes one stream through another. Errors other than `ImportStopped` are replaced with `broken()`. */
export function pipeThrough<T extends Transform>(source: Readable, next: T, broken: () => ImportStopped): T {
  source.on('error', (error) => next.destroy(error instanceof ImportStopped ? error : broken()));
  const emit = next.destroy.bind(next);
  next.destroy = (error?: Error) => emit(error === undefined || error instanceof ImportStopped ? error : broken());
  next.on('close', () => source.destroy());
  source.pipe(next);
  return next;
}

/** A stream that passes at most `maxBytes` bytes and then fails. */
export function limitBytes(maxBytes: number, fail: () => Error): Transform {
  let passed = 0;
  return new Transform({
    highWaterMark: 1 << 18,
    transform(chunk: Buffer, _encoding, done) {
      passed += chunk.length;
      if (passed > maxBytes) done(fail());
      else done(null, chunk);
    },
  });
}
