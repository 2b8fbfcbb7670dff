import { PUBLIC_FIELD_NAMES } from '@veld/contract';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import pg from 'pg';
import { bearerHash } from '../../server/src/features/accounts/tokens.ts';
import { mediaUrls } from '../../server/src/features/media/signature.ts';
import { readCursor, writeCursor, writeListCursor } from '../../server/src/features/observations/cursor.ts';
import { ADDRESSES } from './floor-tables.ts';

/**
 * The least that a server in Fastify and PostgreSQL can do for the same answers, in a separate process: one prepared query per
 * route, the session included, on tables that hold the answers as text (floor-tables.ts). It validates nothing, and a save stores
 * only the record, its place in the owner's sequence and the species.
 */
export interface FloorOptions {
  databaseUrl: string;
  secret: string;
  epoch: string;
}

const PAGE = 20;
const CALLER = 'with caller as (select user_id, person from floor.sessions where token_hash = $1)';
const QUERIES = {
  record: `${CALLER}
    select case when r.user_id = c.user_id then r.own else r.shared end as text, r.photo from caller c, floor.records r where r.id = $2`,
  feed: `${CALLER}
    select r.* from caller, lateral (
      select id, listed_at, shared as text, photo from floor.records order by listed_at desc, id desc limit ${PAGE + 1}
    ) r`,
  changes: `${CALLER}
    select r.* from caller c left join lateral (
      select seq, own as text, photo from floor.records where user_id = c.user_id and seq > $2 order by seq limit $3
    ) r on true`,
  seen: `${CALLER}
    select coalesce((select json_agg(taxon_id order by taxon_id) from floor.seen s where s.user_id = c.user_id), '[]')::text as text
    from caller c`,
  save: `${CALLER}, counter as (
      insert into floor.counters select user_id, 1 from caller on conflict (user_id) do update set seq = counters.seq + 1 returning seq
    ), seen as (
      insert into floor.seen select user_id, $3 from caller on conflict do nothing
    )
    insert into floor.records (id, user_id, seq, listed_at, own, shared)
    select $2, c.user_id, counter.seq, $4, '{"user":' || c.person || ',"taxon":' || t.summary || $5,
      '{"user":' || c.person || ',"taxon":' || t.summary || $6
    from caller c, counter, floor.taxa t where t.id = $3
    on conflict (id) do nothing
    returning own as text`,
} as const;

interface Row {
  id: string;
  listed_at: string;
  seq: string | null;
  text: string;
  photo: string | null;
}
interface Body extends Record<string, unknown> {
  taxon_id: number;
}

process.once('message', (options: FloorOptions) => {
  void serve(options).then((port) => process.send!({ port }));
});

async function serve({ databaseUrl, secret, epoch }: FloorOptions): Promise<number> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 12, application_name: 'floor' });
  const app = Fastify();
  const context = { secret: Buffer.from(secret, 'base64') };

  const query = async (name: keyof typeof QUERIES, request: FastifyRequest, ...values: unknown[]) => {
    const { rows } = await pool.query<Row>({ name, text: QUERIES[name], values: [bearerHash(request.headers.authorization), ...values] });
    if (rows.length === 0) throw new Error(`${name}: no rows`);
    return rows;
  };
  const textOf = ({ text, photo }: Row) => (photo ? text.replace(ADDRESSES, JSON.stringify(mediaUrls(context, photo, new Date()))) : text);
  const send = (reply: FastifyReply, json: string) => reply.type('application/json; charset=utf-8').send(json);

  app.get('/api/feed', async (request, reply) => {
    const rows = await query('feed', request);
    const page = rows.slice(0, PAGE);
    const listed = page.map((row) => `${textOf(row).slice(0, -1)},"photo_count":${row.photo ? 1 : 0}}`);
    const next = rows.length > PAGE ? `"${writeListCursor(context, page.at(-1)!)}"` : 'null';
    return send(reply, `{"data":[${listed.join(',')}],"events":[],"next_cursor":${next}}`);
  });
  app.get<{ Querystring: { cursor?: string; limit?: string } }>('/api/observations/changes', async (request, reply) => {
    const after = readCursor('changes', request.query.cursor) ?? 0;
    const limit = Number(request.query.limit ?? 100);
    // One row without a record if nothing has changed.
    const rows = (await query('changes', request, after, limit + 1)).filter((row) => row.seq !== null);
    const page = rows.slice(0, limit);
    const cursor = writeCursor('changes', Number(page.at(-1)?.seq ?? after));
    const rest = `"next_cursor":"${cursor}","has_more":${rows.length > limit},"epoch":"${epoch}"`;
    return send(reply, `{"data":[${page.map(textOf).join(',')}],${rest}}`);
  });
  app.get<{ Params: { id: string } }>('/api/observations/:id', async (request, reply) => {
    const [row] = await query('record', request, request.params.id);
    return send(reply, `{"data":${textOf(row!)}}`);
  });
  app.get('/api/species-seen', async (request, reply) => {
    const [row] = await query('seen', request);
    return send(reply, row!.text);
  });
  app.put<{ Params: { id: string }; Body: Body }>('/api/observations/:id', async (request, reply) => {
    const { write_id: _, ...draft } = request.body;
    const now = new Date().toISOString();
    const shared = { id: request.params.id, quality: 'casual', is_obscured: false, place: null, country_code: null, created_at: now };
    const ofOthers = Object.fromEntries(PUBLIC_FIELD_NAMES.map((name) => [name, draft[name] ?? null]));
    const rest = (fields: object) => `,${JSON.stringify({ ...fields, ...shared }).slice(1)}`;
    const own = rest({ ...draft, needs_review: false, version: 1, updated_at: now });
    const others = rest({ ...ofOthers, attributes: draft.attributes, media: [] });
    const [row] = await query('save', request, request.params.id, draft.taxon_id, now, own, others);
    return send(reply, `{"data":${row!.text}}`);
  });

  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  return typeof address === 'object' && address ? address.port : 0;
}
