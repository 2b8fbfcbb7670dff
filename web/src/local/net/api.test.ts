import { getUser, listObservationChanges, logout, putObservation } from '@veld/contract';
import { describe, expect, it, vi } from 'vitest';
import { createApi } from './api';
import { withPosition } from './position';
import { backoff } from './backoff';
import { CallError, parseRetryAfter } from './call-error';
import { anna } from '../testing/people';
import { type Answer, BAD_GATEWAY, json, LOGIN_PAGE, problem } from '../testing/veld-server';

function answering(answer: Answer | Error) {
  const fetched = vi.fn<typeof fetch>(() =>
    answer instanceof Error
      ? Promise.reject(answer)
      : Promise.resolve(new Response(answer.body ?? null, { status: answer.status, headers: answer.headers ?? {} })),
  );
  return { fetched, api: createApi({ fetch: fetched, token: () => 'token-1', language: () => 'nl' }) };
}

const asks = (answer: Answer | Error) =>
  answering(answer)
    .api.call(getUser, { query: {} })
    .then(
      () => null,
      (error: CallError) => error,
    );

describe('a call', () => {
  it('sends token, language, path and query, and resolves with a reply that matches the contract', async () => {
    const { api, fetched } = answering(json(anna));
    const user = await api.call(getUser, { query: { appVersion: '1.2', timezone: 'Europe/Amsterdam' } });
    expect(user.id).toBe(anna.id);
    const [url, init] = fetched.mock.calls[0]!;
    expect(url).toBe('/api/user?appVersion=1.2&timezone=Europe%2FAmsterdam');
    expect(init?.headers).toMatchObject({ authorization: 'Bearer token-1', 'accept-language': 'nl' });
    expect(init).toMatchObject({ method: 'GET', redirect: 'manual', cache: 'no-store' });
    expect(init?.body).toBeUndefined();
  });

  it('sends back the furthest position that the server told, and starts again with that of another log', async () => {
    const told = ['0a.01.ff', '0a.01.1a0', '0a.01.20', '0a.02.10'];
    const fetched = vi.fn<typeof fetch>(() =>
      Promise.resolve(new Response(null, { status: 204, headers: { 'veld-position': told.shift()! } })),
    );
    const api = createApi({ fetch: withPosition(fetched), token: () => null, language: () => 'nl' });
    for (let call = 0; call < 4; call++) await api.call(logout, {});
    fetched.mockImplementation(() => Promise.resolve(new Response(null, { status: 204 })));
    for (let call = 0; call < 2; call++) await api.call(logout, {});
    const sent = fetched.mock.calls.map(([, init]) => new Headers(init?.headers).get('veld-position'));
    expect(sent).toEqual([null, '0a.01.ff', '0a.01.1a0', '0a.01.1a0', '0a.02.10', '0a.02.10']);
  });

  it('omits absent headers and parameters, and sends another token on request', async () => {
    const { api, fetched } = answering({ status: 204 });
    expect(await api.call(logout, {}, { token: 'revoke-key' })).toBeUndefined();
    expect(fetched.mock.calls[0]?.[1]?.headers).toMatchObject({ authorization: 'Bearer revoke-key' });
    await api.call(logout, {}, { token: null });
    expect(fetched.mock.calls[1]?.[1]?.headers).not.toHaveProperty('authorization');
  });

  it('C14: rejects status 200 with another content type, another shape or a truncated body', async () => {
    for (const answer of [
      LOGIN_PAGE,
      json({ hello: 'world' }),
      { ...json(anna), body: JSON.stringify(anna).slice(0, 60) },
      { status: 200, body: JSON.stringify(anna) },
      { status: 204 },
      { status: 201, headers: { 'content-type': 'application/json' }, body: JSON.stringify(anna) },
    ])
      expect((await asks(answer))?.kind).toBe('not_ours');
    expect((await asks({ status: 204 }))?.message).toContain('/api/user never answers 204');
    const { api } = answering(LOGIN_PAGE);
    await expect(api.call(listObservationChanges, { query: {} })).rejects.toMatchObject({ kind: 'not_ours', isServerResponse: false });
  });

  it('distinguishes a problem document from a foreign error page', async () => {
    const refused = await asks(problem(422, 'validation', { errors: { name: ['Too short'] } }));
    expect(refused).toMatchObject({
      kind: 'problem',
      status: 422,
      code: 'validation',
      fieldErrors: { name: ['Too short'] },
      isServerResponse: true,
    });
    const gateway = await asks({ ...BAD_GATEWAY, headers: { ...BAD_GATEWAY.headers, 'retry-after': '7' } });
    expect(gateway).toMatchObject({ kind: 'not_ours', status: 502, retryAfter: 7000, isServerResponse: true });
    expect(await asks(new TypeError('Failed to fetch'))).toMatchObject({ kind: 'network', status: null, isServerResponse: false });
  });

  it('C25: gives up after 30 s without a response, or when aborted', async () => {
    vi.useFakeTimers();
    const silent: typeof fetch = (_, init) =>
      new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError'))));
    const api = createApi({ fetch: silent, token: () => null, language: () => 'en' });
    const outcome = api.call(getUser, { query: {} }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(29_999);
    const stop = new AbortController();
    const stopped = api.call(getUser, { query: {} }, { signal: stop.signal }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(1);
    expect(await outcome).toMatchObject({ name: 'CallError', kind: 'timeout' });
    stop.abort();
    expect(await stopped).toMatchObject({ name: 'AbortError' });
    vi.useRealTimers();
  });

  it('fills and encodes the path, and sends If-Match', async () => {
    const { api, fetched } = answering(problem(404, 'not_found'));
    const input = { params: { id: 'a b' }, headers: { 'if-match': '"3"' }, body: { taxon_id: 1, write_id: 'w' } };
    await api.call(putObservation, input).catch(() => null);
    expect(fetched.mock.calls[0]?.[0]).toBe('/api/observations/a%20b');
    expect(fetched.mock.calls[0]?.[1]?.headers).toMatchObject({ 'if-match': '"3"', 'content-type': 'application/json' });
  });
});

describe('backoff', () => {
  it('doubles up to five minutes, half of it random, and honours Retry-After up to an hour', () => {
    expect([1, 2, 3, 7, 50].map((tries) => backoff(tries, null, () => 1))).toEqual([5000, 10_000, 20_000, 300_000, 300_000]);
    expect(backoff(1, null, () => 0)).toBe(2500);
    expect(backoff(1, 90_000, () => 1)).toBe(90_000);
    expect(backoff(7, 1000, () => 1)).toBe(300_000);
    expect(backoff(1, 86_400_000, () => 1)).toBe(3_600_000);
    for (let tries = 1; tries < 40; tries++) expect(backoff(tries)).toBeLessThanOrEqual(300_000);
  });

  it('reads Retry-After as seconds and as a date', () => {
    const now = Date.parse('2026-05-10T08:00:00Z');
    expect(parseRetryAfter('12', now)).toBe(12_000);
    expect(parseRetryAfter('Sun, 10 May 2026 08:01:00 GMT', now)).toBe(60_000);
    expect(parseRetryAfter('soon', now)).toBeNull();
    expect(parseRetryAfter(null, now)).toBeNull();
  });
});
