import { seedRandom } from '../../bench/report.ts';
import { planRequests, withAnother, withQuery } from './requests.ts';
import type { World } from './worlds.ts';

/** Headers of the connection and the moment, not of the content. */
const LEFT_OUT = ['date', 'connection', 'keep-alive'];
/** A page of a list is followed this many times. */
const MAX_PAGES = 6;
/** An address that is not of the machine itself, which may see more. */
const REMOTE = '192.0.2.10';

export const CALLERS = ['nobody', 'bram', 'chen'] as const;
export type Caller = (typeof CALLERS)[number];

export interface Request {
  caller: Caller;
  path: string;
}

/** A route with more requests than this has filters or places to go through, so more of them are drawn. */
const MANY = 60;

/** Whether a caller asks for what they did themselves: chen, who says what hidden records show in another order in each world. */
const isOfOwnActs = (caller: Caller, key: string) => caller === 'chen' && key.includes('/api/identifications/own');

/**
 * Draws requests of each route for each caller: `perRoute`, or four times as many of a route with many. Half of the latter get one more
 * filter. Both worlds of a pair get the same.
 */
export function drawRequests(world: World, perRoute: number): Request[] {
  const random = seedRandom(world.plan.seed + 1_000_003);
  // The hidden records themselves in each pair: among all the ids that the route is asked with, few draws meet one.
  const requests = CALLERS.flatMap((caller): Request[] =>
    world.plan.records.map(({ id }) => ({ caller, path: `/api/observations/${id}` })),
  );
  for (const [key, paths] of planRequests(world))
    for (const caller of CALLERS) {
      if (isOfOwnActs(caller, key)) continue;
      const isLarge = paths.length > MANY && !key.includes('/api/taxonomy');
      for (let count = isLarge ? 4 * perRoute : perRoute; count > 0; count--) {
        const path = paths[Math.floor(random() * paths.length)]!;
        requests.push({ caller, path: isLarge && random() < 0.5 ? withAnother(key, path, world, random) : path });
      }
    }
  return requests;
}

export interface Answer extends Request {
  status: number;
  /** Status, headers and body, as they would be compared by somebody who looks for a difference. */
  text: string;
}

/**
 * Sends the requests, follows the next pages of lists and the photos in them, and repeats each request with its ETag. Nothing is
 * normalised but the date: the worlds have the same ids and clock, and one key, so addresses are signed alike.
 */
export async function crawl(world: World, requests: readonly Request[]): Promise<Answer[]> {
  const answers: Answer[] = [];
  const asked = new Set<string>();
  const queue = requests.map((request) => ({ ...request, page: 1 }));
  for (const { caller, path, page } of queue) {
    if (asked.has(`${caller} ${path}`)) continue;
    asked.add(`${caller} ${path}`);
    const { status, text, etag, body } = await ask(world, caller, path);
    answers.push({ caller, path, status, text });
    if (etag) {
      const again = await ask(world, caller, path, etag);
      answers.push({ caller, path: `${path} (If-None-Match)`, status: again.status, text: again.text });
    }
    const cursor = /"next_cursor":"([\w-]+)"/.exec(body)?.[1];
    if (cursor && page < MAX_PAGES) queue.push({ caller, path: withQuery(path, 'cursor', cursor), page: page + 1 });
    for (const [, photo] of body.matchAll(/"(\/api\/media\/[^"]+)"/g))
      queue.push({ caller: 'nobody', path: photo!.replaceAll('&amp;', '&'), page });
  }
  return answers;
}

async function ask(world: World, caller: Caller, path: string, etag?: string) {
  const token = caller === 'nobody' ? null : world[caller].token;
  const response = await world.veld.server.app.inject({
    url: path,
    remoteAddress: REMOTE,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(etag && { 'if-none-match': etag }),
      'accept-language': caller === 'chen' ? 'nl' : 'en',
      'accept-encoding': caller === 'bram' ? 'gzip' : 'identity',
    },
  });
  const headers = Object.entries(response.headers)
    .filter(([name]) => !LEFT_OUT.includes(name))
    .map(([name, value]) => `${name}: ${String(value)}`);
  const isText = response.headers['content-encoding'] === undefined && /json|text|xml/.test(String(response.headers['content-type']));
  const body = isText ? response.body : '';
  return {
    status: response.statusCode,
    etag: response.headers.etag ?? null,
    body,
    text: [response.statusCode, ...headers, '', isText ? body : response.rawPayload.toString('base64')].join('\n'),
  };
}

/** What one world answers otherwise than the other, as sentences that name the request and the first byte that differs. */
export function describeDifferences(one: readonly Answer[], two: readonly Answer[]): string[] {
  if (one.length !== two.length) return [`one world has ${one.length} answers, the other ${two.length}`, ...compare(one, two)];
  return compare(one, two);
}

function compare(one: readonly Answer[], two: readonly Answer[]): string[] {
  return one.flatMap(({ caller, path, text }, index) => {
    const other = two[index]?.text ?? '';
    if (other === text) return [];
    let at = 0;
    while (text[at] === other[at]) at++;
    const around = (whole: string) => JSON.stringify(whole.slice(Math.max(0, at - 40), at + 40));
    return [`${caller} GET ${path}: ${around(text)} and ${around(other)}`];
  });
}
