import type { PlaceInWords } from '@veld/contract';
import { countryBounds, type Gazetteer, placeInWords, withNames } from '@veld/geography';
import { loadGazetteer } from './load-gazetteer';
import type { PlacesAnswer, PlacesQuestion, PlacesReply, PlacesRequest, Point } from './requests';

let gazetteer: Promise<Gazetteer> | null = null;

/** The words for a point in degrees (decision 0037). Throws if the gazetteer cannot be loaded; the next call tries again. */
async function wordsOfPoint({ latitude, longitude }: Point): Promise<PlaceInWords> {
  gazetteer ??= loadGazetteer();
  gazetteer.catch(() => (gazetteer = null));
  const loaded = await gazetteer;
  return withNames(loaded, placeInWords(loaded, { latitude, longitude }));
}

export async function answerOf(question: PlacesQuestion): Promise<PlacesAnswer> {
  if ('country' in question) return { bounds: countryBounds(question.country) };
  return { words: await wordsOfPoint(question.point) };
}

/** Answers a request of the page in the worker. */
export async function answerRequest({ id, ...question }: PlacesRequest): Promise<PlacesReply> {
  return { id, answer: await answerOf(question).catch(() => null) };
}
