import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FetchRefused, guardedFetcher, type GuardedOptions } from './guarded-fetch.ts';
import { isPublicAddress } from './public-address.ts';

/** A listener on loopback that should never be reached, under both families. */
let canaries: Server[];
let hits: string[];
let port: number;
/** Another listener, which the operator configured and therefore may be reached. */
let trusted: Server;
let trustedOrigin: string;
let answer: (response: ServerResponse, path: string) => void;

const listen = (server: Server, at: number, host: string) =>
  new Promise<number>((resolve, reject) => {
    server.once('error', reject);
    server.listen(at, host, () => resolve((server.address() as AddressInfo).port));
  });
const canary = () =>
  createServer((request, response) => {
    hits.push(request.url ?? '');
    response.end('hit');
  });

beforeAll(async () => {
  canaries = [canary(), canary()];
  port = await listen(canaries[0]!, 0, '127.0.0.1');
  // A machine without IPv6 cannot be reached by it either.
  await listen(canaries[1]!, port, '::1').catch(() => undefined);
  trusted = createServer((request, response) => answer(response, request.url ?? ''));
  trustedOrigin = `http://127.0.0.1:${await listen(trusted, 0, '127.0.0.1')}`;
});
afterAll(() => {
  for (const server of [...canaries, trusted]) {
    server.closeAllConnections();
    server.close();
  }
});
beforeEach(() => {
  hits = [];
});

const OPTIONS: GuardedOptions = { maxBytes: 1000, timeLimitMs: 3000 };
const settings = { userAgent: 'Veld/test', hasAnyPort: true };
const refusal = async (address: string, options: Partial<GuardedOptions> = {}, change: { lookup?: LookupFunction } = {}) => {
  const error: unknown = await guardedFetcher({ ...settings, ...change })(address, { ...OPTIONS, ...options }).catch(
    (thrown: unknown) => thrown,
  );
  return error instanceof FetchRefused ? error.reason : `no refusal: ${JSON.stringify(error)}`;
};
/** Resolves every name to these addresses, one lookup after another. */
const resolveTo = (...rounds: string[][]): LookupFunction => {
  let round = 0;
  return (_host, _options, callback) => {
    const addresses = rounds[Math.min(round, rounds.length - 1)]!;
    round += 1;
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
};

/** Ways to write an address of this machine or of its network; `:PORT` is the port of the canary. */
const PRIVATE = [
  'http://127.0.0.1:PORT/',
  'http://2130706433:PORT/',
  'http://0x7f.1:PORT/',
  'http://0x7f000001:PORT/',
  'http://0177.0.0.1:PORT/',
  'http://017700000001:PORT/',
  'http://127.1:PORT/',
  'http://127.0.1:PORT/',
  'http://127.255.255.254:PORT/',
  'http://0:PORT/',
  'http://0.0.0.0:PORT/',
  'http://[::]:PORT/',
  'http://[::1]:PORT/',
  'http://[0:0:0:0:0:0:0:1]:PORT/',
  'http://[::127.0.0.1]:PORT/',
  'http://[::ffff:127.0.0.1]:PORT/',
  'http://[::ffff:7f00:1]:PORT/',
  'http://[::ffff:0:127.0.0.1]:PORT/',
  'http://[64:ff9b::7f00:1]:PORT/',
  'http://[64:ff9b::127.0.0.1]:PORT/',
  'http://[64:ff9b:1::7f00:1]:PORT/',
  'http://[2002:7f00:1::]:PORT/',
  'http://[2001:0:7f00:1::1]:PORT/',
  'http://[fe80::1]:PORT/',
  'http://[fc00::1]:PORT/',
  'http://[fd12:3456:789a::1]:PORT/',
  'http://[fec0::1]:PORT/',
  'http://[ff02::1]:PORT/',
  'http://[100::1]:PORT/',
  'http://[2001:db8::1]:PORT/',
  'http://\uff11\uff12\uff17.\uff10.\uff10.\uff11:PORT/',
  'http://127。0。0。1:PORT/',
  'http://①②⑦.⓪.⓪.①:PORT/',
  'http://%31%32%37.0.0.1:PORT/',
  'http://127.0.0.1.:PORT/',
  'http://localhost:PORT/',
  'http://localhost.:PORT/',
  'http://a.localhost:PORT/',
  'http://LOCALHOST:PORT/',
  'http://user@127.0.0.1:PORT/',
  'http://user:secret@127.0.0.1:PORT/',
  'http://example.org@127.0.0.1:PORT/',
  'http://example.org:80@127.0.0.1:PORT/',
  'http://example.org%40127.0.0.1:PORT/',
  'http:\\\\127.0.0.1:PORT\\',
  'http:/127.0.0.1:PORT/',
  'http:127.0.0.1:PORT',
  'http:///127.0.0.1:PORT/',
  '//127.0.0.1:PORT/',
  '\\\\127.0.0.1:PORT\\',
  '/\\127.0.0.1:PORT/',
  '/127.0.0.1:PORT/',
  '127.0.0.1:PORT',
  ' http://127.0.0.1:PORT/ ',
  'ht\ntp://127.0.0.1:PORT/',
  'https://127.0.0.1:PORT/',
  'https://[::1]:PORT/',
  'http://10.0.0.1/',
  'http://100.64.0.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://2852039166/latest/meta-data/',
  'http://[::ffff:169.254.169.254]/',
  'http://[fd00:ec2::254]/',
  'http://172.16.0.1/',
  'http://172.31.255.255/',
  'http://192.168.1.1/',
  'http://192.0.0.192/',
  'http://198.18.0.1/',
  'http://224.0.0.1/',
  'http://255.255.255.255/',
  'file:///etc/passwd',
  'file://127.0.0.1/etc/passwd',
  'gopher://127.0.0.1:PORT/_GET%20/',
  'ftp://127.0.0.1:PORT/',
  'data:image/png;base64,AAAA',
  'javascript:fetch("http://127.0.0.1:PORT/")',
  'blob:http://127.0.0.1:PORT/b0e4ad2a',
  'ws://127.0.0.1:PORT/',
  'dict://127.0.0.1:PORT/',
  '',
  'swan.jpg',
];

describe('the guarded fetcher', () => {
  it('reaches nothing on this machine or its network, however the address is written', async () => {
    expect(PRIVATE.length).toBeGreaterThan(60);
    for (const address of PRIVATE) expect(await refusal(address.replaceAll('PORT', String(port))), address).toBe('address');
    // As the target of a redirect too.
    for (const address of PRIVATE) {
      answer = (response) => response.writeHead(302, { location: encodeURI(address.replaceAll('PORT', String(port))) }).end();
      const outcome = await refusal(`${trustedOrigin}/`, { trustedOrigin });
      // What is relative to the trusted server leads back to it.
      expect(['address', 'unreachable'], `to ${address}: ${outcome}`).toContain(outcome);
    }
    expect(hits).toEqual([]);
    // It can be reached, if the operator says so.
    const origin = `http://127.0.0.1:${port}`;
    await guardedFetcher(settings)(`${origin}/`, { ...OPTIONS, trustedOrigin: origin });
    expect(hits).toEqual(['/']);
  });

  it('uses the ports of the web only', async () => {
    const strict = guardedFetcher({ userAgent: 'Veld/test', lookup: resolveTo(['127.0.0.1']) });
    for (const address of ['http://example.org:22/', 'http://example.org:5432/', 'https://example.org:8443/', 'http://example.org:0/'])
      await expect(strict(address, OPTIONS), address).rejects.toMatchObject({ reason: 'address', message: 'port' });
  });

  it('checks every address of a name when it connects, also after a redirect to the same name', async () => {
    for (const addresses of [['127.0.0.1'], ['::1'], ['93.184.215.14', '127.0.0.1'], ['169.254.169.254'], ['::ffff:127.0.0.1'], []])
      expect(await refusal(`http://swan.example:${port}/`, {}, { lookup: resolveTo(addresses) }), addresses.join()).toBe('address');
    // First the operator's own server, by name; then the same name has another address.
    answer = (response) => response.writeHead(302, { location: `http://swan.example:${port}/` }).end();
    const named = trustedOrigin.replace('127.0.0.1', 'swan.example');
    const changing = resolveTo(['127.0.0.1'], ['127.0.0.1']);
    expect(await refusal(`${named}/`, { trustedOrigin: named }, { lookup: changing })).toBe('address');
    expect(hits).toEqual([]);
  });

  it('fetches from an origin that the operator configured, and follows at most three redirects', async () => {
    answer = (response, path) =>
      path === '/3'
        ? response.writeHead(200, { 'content-type': 'Image/PNG; x=1' }).end('bytes')
        : response.writeHead(301, { location: `/${Number(path.slice(1)) + 1}` }).end();
    const fetched = await guardedFetcher(settings)(`${trustedOrigin}/0`, { ...OPTIONS, trustedOrigin });
    expect(fetched).toMatchObject({ status: 200, type: 'image/png' });
    expect(fetched.bytes.toString()).toBe('bytes');
    expect(await refusal(`${trustedOrigin}/-1`, { trustedOrigin })).toBe('unreachable');
    // The same address is refused when it is not configured.
    expect(await refusal(`${trustedOrigin}/3`)).toBe('address');
  });

  it.each<[string, FetchRefused['reason'], (response: ServerResponse) => void]>([
    [
      'a declared length above the limit',
      'too_large',
      (response) => response.writeHead(200, { 'content-length': '1001' }).end('x'.repeat(1001)),
    ],
    [
      'a body without an end',
      'too_large',
      (response) => void setInterval(() => response.destroyed || response.write('x'.repeat(400)), 20).unref(),
    ],
    ['a body that stops', 'unreachable', (response) => void response.writeHead(200, { 'content-length': '10' }).write('x')],
    [
      'fewer bytes than declared',
      'unreachable',
      (response) => void response.writeHead(200, { 'content-length': '10' }).write('x', () => response.destroy()),
    ],
    ['no answer', 'unreachable', () => undefined],
    ['a broken connection', 'unreachable', (response) => response.destroy()],
    ['a compressed body', 'unreachable', (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('x')],
    ['a redirect to itself', 'unreachable', (response) => response.writeHead(302, { location: '/' }).end()],
  ])('gives up on %s', async (_what, reason, respond) => {
    answer = respond;
    expect(await refusal(`${trustedOrigin}/`, { trustedOrigin, timeLimitMs: 500 })).toBe(reason);
  });
});

it('public addresses are those of the internet, in both families', () => {
  for (const address of [
    '8.8.8.8',
    '93.184.215.14',
    '192.0.1.1',
    '172.32.0.1',
    '2606:2800:21f:cb07:6820:80da:af6b:8b2c',
    '64:ff9b::808:808',
  ])
    expect(isPublicAddress(address), address).toBe(true);
  for (const address of ['10.1.2.3', '64:ff9b::a00:1', '2001:db8::1', '::', 'fe80::1%lo', '4000::1', 'localhost', '', '1.2.3'])
    expect(isPublicAddress(address), address).toBe(false);
});
