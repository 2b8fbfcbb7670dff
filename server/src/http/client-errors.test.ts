import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testServer, type TestServer } from '../testing/server.ts';

describe('an error before there is a request', () => {
  let veld: TestServer;
  beforeAll(async () => {
    veld = await testServer();
  });
  afterAll(() => veld.close());

  /** Sends these bytes and returns what comes back until the server closes the connection. */
  async function send(text: string): Promise<string> {
    const socket = connect(Number(new URL(veld.url).port), '127.0.0.1');
    let answer = '';
    socket.on('data', (part) => (answer += part.toString()));
    socket.on('error', () => undefined);
    socket.write(text);
    await once(socket, 'close');
    return answer;
  }

  const rest = 'connection: close\r\n\r\n';
  it.each([
    ['no HTTP', 400, 'nonsense\r\n\r\n'],
    ['a forbidden character in a header', 400, `GET /api/health HTTP/1.1\r\nhost: a\r\nx y: 1\r\n${rest}`],
    ['two lengths', 400, `POST /api/login HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n${rest}`],
    ['too long headers', 431, `GET /api/health HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(20_000)}\r\n${rest}`],
    ['no host', 400, `GET /api/health HTTP/1.1\r\n${rest}`],
    ['an expectation that nobody knows', 417, `GET /api/health HTTP/1.1\r\nhost: a\r\nexpect: cake\r\n${rest}`],
  ])('has the security headers: %s', async (_name, status, text) => {
    const answer = (await send(text)).toLowerCase();
    expect(answer).toMatch(new RegExp(`^http/1.1 ${status} `));
    for (const header of ['content-security-policy', 'x-frame-options', 'x-content-type-options', 'referrer-policy', 'permissions-policy'])
      expect(answer).toContain(`\r\n${header}: `);
    expect(answer).not.toContain('client error');
  });

  it('has them when a request takes too long', async () => {
    const { server } = veld.server.app;
    // Node looks for slow requests at intervals that are set when it starts to listen.
    const socket = connect(Number(new URL(veld.url).port), '127.0.0.1');
    const [serverSide] = (await once(server, 'connection')) as [Socket];
    let answer = '';
    socket.on('data', (part) => (answer += part.toString()));
    server.emit('clientError', Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), serverSide);
    await once(socket, 'close');
    expect(answer).toMatch(/^HTTP\/1.1 408 Request Timeout\r\n/);
    expect(answer).toContain('content-security-policy: ');
    expect(JSON.parse(answer.split('\r\n\r\n')[1]!)).toMatchObject({ status: 408 });
  });
});
