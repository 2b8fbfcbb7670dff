import { getHealth, getPublicCounts, getReady, login } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { testServer } from '../testing/server.ts';

describe('TRUST_PROXY', () => {
  /** Whether two requests with these addresses come from the same network for the server. */
  const isSame = async (setting: string, first: string, second: string) => {
    const veld = await testServer({ LIMIT_LOGIN_ADDRESS: '1', TRUST_PROXY: setting });
    const status = async (from: string) =>
      (await veld.call(login, { body: { email: `${from}@example.org`, password: 'wrong' } }, undefined, { 'x-forwarded-for': from }))
        .status;
    await status(first);
    const isRefused = (await status(second)) === 429;
    await veld.close();
    return isRefused;
  };

  it.each([
    ['0', '192.0.2.1', '192.0.2.2', true],
    ['1', '192.0.2.1, 198.51.100.1', '192.0.2.2, 198.51.100.1', true],
    ['2', '192.0.2.1, 198.51.100.1', '192.0.2.2, 198.51.100.1', false],
    ['2', '203.0.113.1, 192.0.2.1, 198.51.100.1', '203.0.113.2, 192.0.2.1, 198.51.100.1', true],
    ['127.0.0.0/8, 198.51.100.0/24', '192.0.2.1, 198.51.100.1', '192.0.2.2, 198.51.100.9', false],
    ['127.0.0.0/8, 198.51.100.0/24', '203.0.113.1, 192.0.2.1, 198.51.100.1', '203.0.113.2, 192.0.2.1, 198.51.100.2', true],
    ['10.0.0.0/8', '192.0.2.1', '192.0.2.2', true],
  ])('%s: %s and %s are the same client: %s', async (setting, first, second, expected) => {
    expect(await isSame(setting, first, second)).toBe(expected);
  });

  it('is refused in one line where it is neither a number nor addresses', () => {
    for (const wrong of ['yes', '12', '10.0.0.0/99', '10.0.0.0/8/8', 'example.org', '10.0.0.1,,'])
      expect(() => readConfig({ TRUST_PROXY: wrong }), wrong).toThrow('TRUST_PROXY is not usable: expected a number of proxies');
  });
});

describe('WORKERS', () => {
  it('only: answers what balancers and monitors ask, and asks others to try again', async () => {
    const veld = await testServer({ WORKERS: 'only' });
    expect((await veld.call(getHealth)).status).toBe(200);
    expect((await veld.call(getReady)).status).toBe(200);
    expect((await veld.fetch('/metrics')).status).toBe(200);
    const refused = await veld.call(getPublicCounts);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
    expect((await veld.fetch('/')).status).toBe(503);
    await veld.close();
  });
});
