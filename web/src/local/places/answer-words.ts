import type { PlaceInWords } from '@veld/contract';
import { countryBounds, followDisputed, type Gazetteer, placeInWords, townTile, withNames } from '@veld/geography';
import { loadGazetteer } from './load-gazetteer';
import type { PlacesAnswer, PlacesQuestion, PlacesReply, PlacesRequest, Point } from './requests';

let gazetteer: Promise<Gazetteer> | null = null;

/** Throws if the gazetteer cannot be loaded; the next call tries again. */
function loaded(): Promise<Gazetteer> {
  gazetteer ??= loadGazetteer();
  gazetteer.catch(() => (gazetteer = null));
  return gazetteer;
}

/** The words for a point in degrees (decision 0037). */
async function wordsOfPoint({ latitude, longitude }: Point): Promise<PlaceInWords> {
  const towns = await loaded();
  return withNames(towns, placeInWords(towns, { latitude, longitude }));
}

export async function answerQuestion(question: PlacesQuestion): Promise<PlacesAnswer> {
  if ('country' in question) return { bounds: countryBounds(question.country) };
  if ('tile' in question) return { towns: townTile(await loaded(), question.tile) };
  followDisputed(question.disputed);
  return { words: await wordsOfPoint(question.point) };
}

/** Answers a request of the page in the worker. */
export async function answerRequest({ id, ...question }: PlacesRequest): Promise<PlacesReply> {
  return { id, answer: await answerQuestion(question).catch(() => null) };
}
