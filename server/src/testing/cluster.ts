import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { type Cluster, findInstalledPostgres, startCluster } from './postgres.mjs';
import { withDatabase } from './database.ts';

/** Whether a primary with standbys can run here: the embedded package lacks what copies one. */
export const canReplicate = findInstalledPostgres() !== null;

/** One PostgreSQL of a pair. */
export interface Node extends Cluster {
  /** The address of the database as the role of the server, which owns it and is no superuser. */
  appUrl: string;
  /** Runs one statement as the superuser. */
  query<R extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<R[]>;
}

const APP = 'veld_app';
const DATABASE = 'veld';
/** As an operator has it: what is acknowledged is written, though not waited for on the disk. */
const SETTINGS = ['synchronous_commit=on', 'wal_keep_size=256MB', 'hot_standby_feedback=on'];

/** Starts a primary with an empty database, and gives its tables to a role that is no superuser. */
export async function startPrimary(): Promise<Node> {
  const node = await startNode({ settings: SETTINGS });
  await node.query(`create role ${APP} login`);
  await node.query(`create database ${DATABASE} owner ${APP} template template0 encoding 'UTF8'`);
  return node;
}

/** Starts a streaming standby of another one. */
export function startStandby(primary: Node): Promise<Node> {
  return startNode({ settings: SETTINGS, standbyOf: primary.url });
}

async function startNode(options: { settings: string[]; standbyOf?: string }): Promise<Node> {
  const found = findInstalledPostgres();
  if (!found) throw new Error('There is no PostgreSQL of Debian');
  const cluster = await startCluster(found.folder, options);
  if (typeof cluster === 'string') throw new Error(`PostgreSQL did not start: ${cluster}`);
  return {
    ...cluster,
    appUrl: withDatabase(cluster.url, DATABASE).replace('//veld@', `//${APP}@`),
    async query<R extends pg.QueryResultRow>(text: string, values: unknown[] = []) {
      const client = new pg.Client({
        connectionString: withDatabase(cluster.url, /^(?:create|alter) (?:role|database) /.test(text) ? 'postgres' : DATABASE),
      });
      client.on('error', () => undefined);
      await client.connect();
      try {
        return (await client.query<R>(text, values)).rows;
      } finally {
        await client.end();
      }
    },
  };
}

/** Waits until the standby has replayed what the primary has written. */
export async function waitForReplay(primary: Node, standby: Node): Promise<void> {
  const [at] = await primary.query<{ lsn: string }>('select pg_current_wal_flush_lsn() as lsn');
  for (;;) {
    const [row] = await standby.query<{ is: boolean }>('select pg_last_wal_replay_lsn() >= $1::pg_lsn as is', [at!.lsn]);
    if (row!.is) return;
    await new Promise((done) => setTimeout(done, 20));
  }
}

/** An address in front of several databases, as a balancer has it. */
export interface Balancer {
  url: string;
  /** Where new connections go; null for nowhere. The open ones break unless they are kept. */
  pointAt(node: Node | null, options?: { keepsOpen?: boolean }): void;
  close(): Promise<void>;
}

export async function startBalancer(first: Node): Promise<Balancer> {
  const sockets = new Set<Socket>();
  let target: Node | null = first;
  const server = createServer((client) => {
    if (!target) return void client.destroy();
    const database = connect(join(target.folder, '.s.PGSQL.5432'));
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
    client.pipe(database).pipe(client);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The balancer has no port');
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `postgres://${APP}@127.0.0.1:${address.port}/${DATABASE}`,
    pointAt(node, { keepsOpen = false } = {}) {
      target = node;
      if (!keepsOpen) cut();
    },
    close: () =>
      new Promise((done) => {
        cut();
        server.close(() => done());
      }),
  };
}
