import Fastify, { type FastifyRequest } from 'fastify';
import type pg from 'pg';
import { openDatabase } from '../../server/src/db/open.ts';
import { bearerHash } from '../../server/src/features/accounts/tokens.ts';
import { readCursor } from '../../server/src/features/observations/cursor.ts';
import { parametersFor, type Role, type Statement, type Statements } from './statements.ts';

/**
 * The same SQL without Veld, in a separate process: Fastify without plugins, the same statements, prepared as Veld's are, on the
 * same database through the same driver, and the same token lookup. It validates no input, applies no geoprivacy, signs no URLs,
 * and returns rows unchanged.
 */
export interface BareOptions {
  databaseUrl: string;
  statements: Statements;
}

process.once('message', (options: BareOptions) => {
  void serve(options).then((port) => process.send!({ port }));
});

async function serve({ databaseUrl, statements }: BareOptions): Promise<number> {
  const { pool } = openDatabase({ url: databaseUrl });
  const app = Fastify();

  const rows = async (on: pg.Pool | pg.PoolClient, statement: Statement, given: Partial<Record<Role, unknown>>) =>
    (await on.query<Record<string, unknown>>({ name: statement.name, text: statement.sql, values: parametersFor(statement, given) })).rows;
  const callerId = async (request: FastifyRequest): Promise<string> => {
    const hash = bearerHash(request.headers.authorization);
    const [caller] = await rows(pool, statements.caller, { token_hash: hash, now: new Date() });
    if (!caller) throw new Error('No such session');
    return caller.user_id as string;
  };

  app.get('/api/feed', async (request) => {
    const user_id = await callerId(request);
    return { data: await rows(pool, statements.feed, { user_id }) };
  });
  app.get<{ Querystring: { cursor?: string } }>('/api/observations/changes', async (request) => {
    const user_id = await callerId(request);
    const [position] = await rows(pool, statements.position, { user_id });
    const after = readCursor('changes', request.query.cursor) ?? 0;
    const data = after === position!.seq ? [] : await rows(pool, statements.changes, { user_id, after });
    return { data, epoch: position!.epoch };
  });
  app.get('/api/species-seen', async (request) => {
    const user_id = await callerId(request);
    return (await rows(pool, statements.seen, { user_id })).map((row) => row.taxon_id);
  });
  app.get<{ Params: { id: string } }>('/api/observations/:id', async (request) => {
    const user_id = await callerId(request);
    const [row] = await rows(pool, statements.observation, { user_id, record_id: request.params.id });
    return { data: row };
  });
  app.put<{ Params: { id: string }; Body: { write_id: string } }>('/api/observations/:id', async (request) => {
    const user_id = await callerId(request);
    const client = await pool.connect();
    try {
      await client.query('begin');
      const given: Partial<Record<Role, unknown>> = { user_id, record_id: request.params.id, write_id: request.body.write_id };
      let last: Record<string, unknown> | undefined;
      for (const [at, statement] of statements.put.entries()) {
        const [row] = await rows(client, statement, given);
        if (at === 0) given.seq = row!.seq;
        last = row ?? last;
      }
      await client.query('commit');
      return { data: last };
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
  });

  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  return typeof address === 'object' && address ? address.port : 0;
}
