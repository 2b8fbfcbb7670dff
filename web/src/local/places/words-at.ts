import type { DisputedAreas, PlaceInWords } from '@veld/contract';
import type { TileAddress } from '@veld/geography';
import type { Box } from '@veld/geometry';
import type { FoundPlaces, PlacesAnswer, PlacesQuestion, PlacesReply, PlacesRequest, Point, TownSearch } from './requests';

type Ask = (question: PlacesQuestion) => Promise<PlacesAnswer | null>;

let ask: Ask | null = null;
let disputed: DisputedAreas['labels'] = {};

/** Sets which countries the operator names instead of others, as on the server. */
export function nameDisputed(labels: DisputedAreas['labels']): void {
  disputed = labels;
}

/**
 * The words for a point in degrees, in no language, found on the device without the network (decision 0037). Null as long as the
 * gazetteer is not on the device. A worker reads it, so that the page never waits.
 */
export async function wordsAt({ latitude, longitude }: Point): Promise<PlaceInWords | null> {
  const answer = await put({ point: { latitude, longitude }, disputed });
  return answer && 'words' in answer ? answer.words : null;
}

/** Where a country is, by its ISO 3166-1 code; null for an unknown one. */
export async function boundsOfCountry(country: string): Promise<Box | null> {
  const answer = await put({ country });
  return answer && 'bounds' in answer ? answer.bounds : null;
}

/** The towns of a map tile as a vector tile (`townTile`); null as long as the gazetteer is not on the device. */
export async function townsOfTile(tile: TileAddress): Promise<Uint8Array | null> {
  const answer = await put({ tile });
  return answer && 'towns' in answer ? answer.towns : null;
}

/**
 * The towns and own places whose names are most like a text, found on the device without the network; null as long as the gazetteer is not there. The
 * first search takes about a second: one for no text gets ready.
 */
export async function placesNamed(search: TownSearch): Promise<FoundPlaces | null> {
  const answer = await put({ search });
  return answer && 'found' in answer ? answer.found : null;
}

function put(question: PlacesQuestion): Promise<PlacesAnswer | null> {
  ask ??= typeof Worker === 'undefined' ? askOnThisThread : askWorker();
  return ask(question);
}

const askOnThisThread: Ask = async (question) => {
  const { answerQuestion } = await import('./answer-words');
  return answerQuestion(question).catch(() => null);
};

function askWorker(): Ask {
  const worker = new Worker(new URL('../../worker/places-worker.ts', import.meta.url), { type: 'module', name: 'places' });
  const waiting = new Map<number, (answer: PlacesAnswer | null) => void>();
  let last = 0;
  worker.addEventListener('message', ({ data }: MessageEvent<PlacesReply>) => {
    waiting.get(data.id)?.(data.answer);
    waiting.delete(data.id);
  });
  worker.addEventListener('error', () => {
    for (const resolve of waiting.values()) resolve(null);
    worker.terminate();
    // The next question starts a new worker.
    ask = null;
  });
  return (question) =>
    new Promise((resolve) => {
      const id = ++last;
      waiting.set(id, resolve);
      worker.postMessage({ id, ...question } satisfies PlacesRequest);
    });
}
