import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { PlaceInWords } from '@veld/contract';
import { cellInWords, type Gazetteer, placeInWords, type PlaceWords, readGazetteer, withNames } from '@veld/geography';

const FILE = resolve(import.meta.dirname, '../../../../geography/files/gazetteer.bin.gz');

let loaded: Gazetteer | undefined;

/** The towns of the world (docs/base-map.md). Reading them takes about 0.1 s and 8 MB. */
function gazetteer(): Gazetteer {
  return (loaded ??= readGazetteer(gunzipSync(readFileSync(FILE))));
}

/** The words for a point, in no language. */
export function wordsOfPoint(latitude: number, longitude: number): PlaceWords {
  return placeInWords(gazetteer(), { latitude, longitude });
}

/** The words for a cell of the obscuring grid, which are no finer than it. */
export function wordsOfCell(cell: Parameters<typeof cellInWords>[1]): PlaceWords {
  return cellInWords(gazetteer(), cell);
}

/** Stored words with the names of the place, from which devices make a phrase in any language. */
export function presentWords(words: PlaceWords | null): PlaceInWords | null {
  return words && withNames(gazetteer(), words);
}
