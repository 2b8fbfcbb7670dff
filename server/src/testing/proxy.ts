import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';

/** A way to PostgreSQL on which things go wrong. */
export interface DatabaseProxy {
  url: string;
  /** Cuts the connection that wrote to `table` when the answer to its next COMMIT comes: committed, and nobody hears of it. */
  cutNextCommit(table: string): void;
  /** How often a COMMIT was cut. */
  cuts(): number;
  /** Every answer comes that much later. */
  delay(milliseconds: number): void;
  close(): Promise<void>;
}

/** Listens on 127.0.0.1 and passes everything on to the database of `url`, which may be a socket in a folder. */
export async function databaseProxy(url: string): Promise<DatabaseProxy> {
  const target = new URL(url.replace('@/', '@socket/'));
  const folder = target.searchParams.get('host');
  const sockets = new Set<Socket>();
  let doomed: string | null = null;
  let cutCount = 0;
  let wait = 0;

  const server = createServer((client) => {
    const database = folder
      ? connect(join(folder, `.s.PGSQL.${target.port || '5432'}`))
      : connect(Number(target.port || 5432), target.hostname);
    let wrote = false;
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
      if (doomed !== null && (chunk.includes(`insert into "${doomed}"`) || chunk.includes(`insert into ${doomed} `))) wrote = true;
      database.write(chunk);
    });
    database.on('data', (chunk: Buffer) => {
      if (wrote && chunk.includes('COMMIT\0')) {
        doomed = null;
        cutCount += 1;
        return end();
      }
      if (wait === 0) client.write(chunk);
      else setTimeout(() => client.destroyed || client.write(chunk), wait);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port');
  const way = new URL(target);
  way.hostname = '127.0.0.1';
  way.port = String(address.port);
  way.searchParams.delete('host');
  return {
    url: way.href,
    cutNextCommit: (table) => (doomed = table),
    cuts: () => cutCount,
    delay: (milliseconds) => (wait = milliseconds),
    close: () =>
      new Promise((done) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => done());
      }),
  };
}
