import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type Gazetteer, readGazetteer } from '../gazetteer.ts';

/** A file of the folder that the app delivers. */
export function committedFile(name: string): Buffer<ArrayBuffer> {
  return readFileSync(join(import.meta.dirname, '../../files', name));
}

export function committedGazetteer(): Gazetteer {
  return readGazetteer(gunzipSync(committedFile('gazetteer.bin.gz')));
}
