import type { ObjectState } from '../http/feature.ts';
import type { Case, World } from '../testing/cases.ts';
import { features } from './all.ts';

const ofFeatures = features.map(
  async ({ name }) => ((await import(`./${name}/feature.cases.ts`)) as { cases: Record<string, Case> }).cases,
);

/** The test requests of all routes, by the name of the route. */
export const cases: Readonly<Record<string, Case>> = Object.assign({}, ...(await Promise.all(ofFeatures)));

export interface PreparedCase {
  path: string;
  init: Omit<RequestInit, 'headers'> & { headers: Record<string, string> };
}

/** Creates the object of a case and returns the request that addresses it, without a token. */
export async function prepareCase(world: World, key: string, state: ObjectState): Promise<PreparedCase> {
  const test = cases[key]!;
  const [method, pattern] = key.split(' ') as [string, string];
  const id = (await test.make?.(world, state)) ?? '';
  const request = (await test.request?.(world, id, state)) ?? {};
  const isBytes = Buffer.isBuffer(request.body);
  return {
    path: request.path ?? pattern.replace(/:\w+/, id),
    init: {
      method,
      headers: {
        ...(request.body === undefined || isBytes ? {} : { 'content-type': 'application/json' }),
        ...request.headers,
      },
      ...(request.body === undefined ? {} : { body: isBytes ? new Uint8Array(request.body as Buffer) : JSON.stringify(request.body) }),
    },
  };
}

/** A request of a case with a token; null sends none. */
export function withToken({ init }: PreparedCase, token: string | null): PreparedCase['init'] {
  return token === null ? init : { ...init, headers: { authorization: `Bearer ${token}`, ...init.headers } };
}

/** Sends a request of a case. */
export async function send({ veld }: World, prepared: PreparedCase, token: string | null): Promise<{ status: number; text: string }> {
  const response = await veld.fetch(prepared.path, withToken(prepared, token));
  return { status: response.status, text: await response.text() };
}

/** Creates the object of a case and sends its request. */
export async function sendCase(
  world: World,
  key: string,
  state: ObjectState,
  token: string | null,
): Promise<{ status: number; text: string }> {
  return send(world, await prepareCase(world, key, state), token);
}
