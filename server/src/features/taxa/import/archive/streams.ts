import { type Readable, Transform } from 'node:stream';
import { ImportStopped } from '../faults.ts';

/** Pipes one stream through another. Every error is reported as the fault it means for the file. */
export function joined<T extends Transform>(source: Readable, next: T, broken: () => ImportStopped): T {
  source.on('error', (error) => next.destroy(error instanceof ImportStopped ? error : broken()));
  const emit = next.destroy.bind(next);
  next.destroy = (error?: Error) => emit(error === undefined || error instanceof ImportStopped ? error : broken());
  next.on('close', () => source.destroy());
  source.pipe(next);
  return next;
}

/** Passes a limited number of bytes, then fails. */
export function limitBytes(most: number, fail: () => Error): Transform {
  let passed = 0;
  return new Transform({
    highWaterMark: 1 << 18,
    transform(chunk: Buffer, _encoding, done) {
      passed += chunk.length;
      if (passed > most) done(fail());
      else done(null, chunk);
    },
  });
}
