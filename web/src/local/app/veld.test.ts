import { afterEach, expect, it, vi } from 'vitest';
import { json, problem } from '../testing/veld-server';
import { auth, deviceName, runGuards } from './veld';

afterEach(() => vi.unstubAllGlobals());

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox, Linux'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`, 'Edge, Windows'],
  [`Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/140.0.0.0 Mobile Safari/537.36`, 'Chrome, Android'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1', 'Safari, iOS'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15', 'Safari, macOS'],
  ['curl/8.0', 'Browser'],
])('%s is called %s in the list of devices', (userAgent, name) => {
  vi.stubGlobal('navigator', { userAgent });
  expect(deviceName()).toBe(name);
});

it.each([
  ['that exists opens it', json({ data: { name: 'anna', observations: 1, species: 1 } }), null],
  ['that does not exist shows that there is nothing', problem(404, 'not_found'), { show: 'not-found' }],
  ['that cannot be checked opens it, and the screen reports that', problem(503, 'unavailable'), null],
  ['that a proxy does not know opens it too', { status: 404, headers: { 'content-type': 'text/html' }, body: 'no page' }, null],
])('the address of a counter with a key %s, without the token of whoever is logged in', async (_, answer, expected) => {
  const asked: Headers[] = [];
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    asked.push(new Headers(init.headers));
    return new Response(answer.body ?? null, { status: answer.status, headers: answer.headers ?? {} });
  });
  auth.store.setState({ token: 'token-1' });
  const url = new URL(`https://veld.test/embed?key=${'k'.repeat(43)}`);
  expect(await runGuards(['embed-key'], { url })).toEqual(expected);
  expect(asked.map((headers) => headers.get('authorization'))).toEqual([null]);
  auth.store.setState({ token: null });
});
