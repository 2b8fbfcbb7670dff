import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { startFauxqs } from 'fauxqs';

/** What happens to a request; null for nothing. `silent`: it is never answered. */
export type StoreFault = { status: number } | 'cut-answer' | 'silent' | null;

export interface ObjectStore {
  /** For `S3_URL`. */
  url: string;
  fault: (asked: IncomingMessage) => StoreFault;
  close(): Promise<void>;
}

/** Starts an object store with an empty bucket, behind a proxy that can fail. */
export async function startObjectStore(): Promise<ObjectStore> {
  const store = await startFauxqs({ port: 0, logger: false });
  store.createBucket('veld');
  const started: ObjectStore = { url: '', fault: () => null, close: () => Promise.resolve() };
  const proxy: Server = createServer((asked, reply) => {
    const fault = started.fault(asked);
    if (fault === 'silent') return asked.resume();
    if (fault && typeof fault === 'object') {
      asked.resume();
      return reply.writeHead(fault.status, { 'content-type': 'application/xml' }).end('<Error><Code>SlowDown</Code></Error>');
    }
    // The signature is of the address that the client asked.
    const onward = request(
      { host: '127.0.0.1', port: store.port, method: asked.method, path: asked.url, headers: asked.headers },
      (answer) => {
        reply.writeHead(answer.statusCode ?? 502, answer.headers);
        if (fault === 'cut-answer') {
          answer.once('data', (part: Buffer) => reply.write(part.subarray(0, part.length / 2), () => reply.destroy()));
          return;
        }
        answer.pipe(reply);
      },
    );
    onward.on('error', () => reply.destroy());
    asked.pipe(onward);
    return undefined;
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  started.url = `http://key:a%2Fsecret@127.0.0.1:${(proxy.address() as AddressInfo).port}/veld?region=eu-west-1`;
  started.close = async () => {
    proxy.closeAllConnections();
    proxy.close();
    await store.stop();
  };
  return started;
}
