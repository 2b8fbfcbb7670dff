import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';

/** A TCP proxy in front of PostgreSQL that injects faults. */
export interface DatabaseProxy {
  url: string;
  /** Cuts the next connection that inserts into `table`, after PostgreSQL has committed but before the client gets the response. */
  cutNextCommit(table: string): void;
  /** Number of commits cut so far. */
  cuts(): number;
  /** Delays every response. */
  delay(milliseconds: number): void;
  close(): Promise<void>;
}

/** Listens on 127.0.0.1 and forwards to the database at `url`, which may be a Unix socket. */
export async function databaseProxy(url: string): Promise<DatabaseProxy> {
  const target = new URL(url.replace('@/', '@socket/'));
  const folder = target.searchParams.get('host');
  const sockets = new Set<Socket>();
  let tableToCut: string | null = null;
  let cutCount = 0;
  let delayMs = 0;

  const server = createServer((client) => {
    const database = folder
      ? connect(join(folder, `.s.PGSQL.${target.port || '5432'}`))
      : connect(Number(target.port || 5432), target.hostname);
    let hasInserted = false;
    const end = () => {
      client.destroy();
      database.destroy();
    };
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on('error', end).on('close', () => {
        sockets.delete(socket);
        end();
      });
    }
    client.on('data', (chunk: Buffer) => {
      if (tableToCut !== null && (chunk.includes(`insert into "${tableToCut}"`) || chunk.includes(`insert into ${tableToCut} `)))
        hasInserted = true;
      database.write(chunk);
    });
    database.on('data', (chunk: Buffer) => {
      if (hasInserted && chunk.includes('COMMIT\0')) {
        tableToCut = null;
        cutCount += 1;
        return end();
      }
      if (delayMs === 0) client.write(chunk);
      else setTimeout(() => client.destroyed || client.write(chunk), delayMs);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port');
  const proxied = new URL(target);
  proxied.hostname = '127.0.0.1';
  proxied.port = String(address.port);
  proxied.searchParams.delete('host');
  return {
    url: proxied.href,
    cutNextCommit: (table) => (tableToCut = table),
    cuts: () => cutCount,
    delay: (milliseconds) => (delayMs = milliseconds),
    close: () =>
      new Promise((done) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => done());
      }),
  };
}
