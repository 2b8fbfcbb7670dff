import type { PlaceInWords } from '@veld/contract';
import { countryBounds, followDisputed, type Gazetteer, placeInWords, readGazetteer, townTile, withNames } from '@veld/geography';
import file from '@veld/geography/files/gazetteer.bin.gz?url';
import type { TaxonIndex } from '@veld/taxonomy';
import type { FoundPlaces, PlacesAnswer, PlacesQuestion, PlacesReply, PlacesRequest, Point, TownSearch } from './requests';
import { findOwnNames, findTowns, indexTowns } from './town-index';

let gazetteer: Promise<Gazetteer> | null = null;

/** The index of names made last, as people rarely change their language. */
let names: { language: string; index: TaxonIndex } | null = null;

/** Throws if the gazetteer cannot be loaded; the next call tries again. */
function loaded(): Promise<Gazetteer> {
  gazetteer ??= loadGazetteer().catch((error: unknown) => {
    console.warn('Gazetteer', error);
    gazetteer = null;
    throw error;
  });
  return gazetteer;
}

/** The words for a point in degrees (decision 0037). */
async function wordsOfPoint({ latitude, longitude }: Point): Promise<PlaceInWords> {
  const towns = await loaded();
  return withNames(towns, placeInWords(towns, { latitude, longitude }));
}

async function search({ language, own, ...sought }: TownSearch): Promise<FoundPlaces> {
  const found = findOwnNames(own, sought.text, sought.limit);
  // A person's own places need no gazetteer; why it is missing is logged where it is loaded.
  const towns = await loaded().catch(() => null);
  if (!towns) return { towns: [], hasTowns: false, own: found };
  if (names?.language !== language) names = { language, index: indexTowns(towns, language) };
  return { towns: findTowns(names.index, towns, sought), hasTowns: true, own: found };
}

export async function answerQuestion(question: PlacesQuestion): Promise<PlacesAnswer> {
  if ('country' in question) return { bounds: countryBounds(question.country) };
  if ('tile' in question) return { towns: townTile(await loaded(), question.tile) };
  if ('search' in question) return { found: await search(question.search) };
  followDisputed(question.disputed);
  return { words: await wordsOfPoint(question.point) };
}

/** Answers a request of the page in the worker. */
export async function answerRequest({ id, ...question }: PlacesRequest): Promise<PlacesReply> {
  return { id, answer: await answerQuestion(question).catch(() => null) };
}

/** Reads the towns of the world (docs/base-map.md), which takes about 0.2 s and 8 MB. Throws if the file is not on the device and cannot be downloaded. */
export async function loadGazetteer(fetchFile: typeof fetch = fetch): Promise<Gazetteer> {
  const response = await fetchFile(file);
  if (!response.ok) throw new Error(`The gazetteer was answered with ${response.status}`);
  return readGazetteer(await decompressed(await response.arrayBuffer()));
}

/** Some servers declare the compression of a `.gz` file, and the browser then undoes it. */
async function decompressed(file: ArrayBuffer): Promise<Uint8Array> {
  const bytes = new Uint8Array(file);
  const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (!isCompressed) return bytes;
  const stream = new Blob([file]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
