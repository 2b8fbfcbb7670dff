import type { PlaceInWords } from '@veld/contract';
import { type Gazetteer, placeInWords, withNames } from '@veld/geography';
import { loadGazetteer } from './load-gazetteer';
import type { Point, WordsReply, WordsRequest } from './requests';

let gazetteer: Promise<Gazetteer> | null = null;

/** The words for a point in degrees (decision 0037). Throws if the gazetteer cannot be loaded; the next call tries again. */
export async function wordsOfPoint({ latitude, longitude }: Point): Promise<PlaceInWords> {
  gazetteer ??= loadGazetteer();
  gazetteer.catch(() => (gazetteer = null));
  const loaded = await gazetteer;
  return withNames(loaded, placeInWords(loaded, { latitude, longitude }));
}

/** Answers a request of the page in the worker. */
export async function answerWords({ id, point }: WordsRequest): Promise<WordsReply> {
  return { id, words: await wordsOfPoint(point).catch(() => null) };
}
