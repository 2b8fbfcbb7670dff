import type pg from 'pg';
import { startVeld } from '../../e2e/server.ts';
import { openDatabase } from '../../server/src/db/open.ts';
import { fill } from '../api/fill.ts';
import { embeddedUrl } from '../embedded.ts';
import { type Measure, median, round } from '../report.ts';

export interface FollowsOptions {
  records: number;
  follows: number;
  seed: number;
}

/** Requests for each figure; the sides take turns, so that other load affects both. */
const ROUNDS = 20;
const WARM_UP = 3;
const LIMIT = 20;
/** The page that a person reads after some scrolling. */
const LATER_PAGE = 10;
const MAX_RATIO = 3;

/** What anybody would write first: the newest records of those whom a person follows, as the rows are stored. */
const BARE = `
  select o.* from observations o
  where o.user_id in (select other_id from relations where user_id = $1 and kind = 'follow')
    and o.deleted_at is null and not o.is_empty and ($2::timestamptz is null or (o.listed_at, o.id) < ($2, $3::uuid))
  order by o.listed_at desc, o.id desc limit ${LIMIT + 1}`;

interface Page {
  data: { id: string }[];
  next_cursor: string | null;
}

/** The feed of one person who follows many, compared with the bare query on the same data. */
export async function measureFollows({ records, follows, seed }: FollowsOptions, say: (line: string) => void): Promise<Measure[]> {
  const veld = await startVeld();
  const { pool, db } = openDatabase({ url: embeddedUrl(veld.dataDir), poolSize: 1 });
  try {
    await pool.query('set statement_timeout = 0');
    say(`Inserting ${records.toLocaleString('en')} records ...`);
    const { userIds, tokens } = await fill(pool, records, seed);
    const [reader, token] = [userIds[0]!, tokens[0]!];
    const followed = await follow(pool, reader, follows);
    const pageAt = async (cursor: string | null): Promise<Page> => {
      const query = new URLSearchParams({ following: '1', limit: String(LIMIT), ...(cursor ? { cursor } : {}) });
      const response = await fetch(`${veld.url}/api/feed?${query}`, { headers: { authorization: `Bearer ${token}` } });
      if (!response.ok) throw new Error(`The feed returned ${response.status}`);
      return (await response.json()) as Page;
    };
    const rows: Measure[] = [];
    let cursor: string | null = null;
    let last: string | null = null;
    for (let page = 1; page <= LATER_PAGE; page++) {
      if (page === 1 || page === LATER_PAGE)
        rows.push(await measure(pool, reader, { page, last, read: () => pageAt(cursor) }, records, followed));
      const read: Page = await pageAt(cursor);
      last = read.data.at(-1)?.id ?? last;
      cursor = read.next_cursor;
    }
    return rows;
  } finally {
    await db.destroy();
    await veld.remove();
  }
}

/** Lets a person follow others, at most all. Returns how many. */
async function follow(pool: pg.Pool, reader: string, count: number): Promise<number> {
  const { rowCount } = await pool.query(
    `insert into relations (user_id, other_id, kind) select $1::uuid, id, 'follow' from users where id <> $1::uuid order by id limit $2`,
    [reader, count],
  );
  await pool.query('analyze relations');
  return rowCount ?? 0;
}

async function measure(
  pool: pg.Pool,
  reader: string,
  { page, last, read }: { page: number; last: string | null; read: () => Promise<unknown> },
  records: number,
  follows: number,
): Promise<Measure> {
  const { rows } = await pool.query<{ listed_at: string }>(
    `select to_char(listed_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as listed_at from observations where id = $1`,
    [last],
  );
  const values = [reader, rows[0]?.listed_at ?? null, last];
  const times: { veld: number[]; bare: number[] } = { veld: [], bare: [] };
  for (let turn = 0; turn < ROUNDS; turn++) {
    const ofVeld = await timed(read);
    const ofBare = await timed(() => pool.query({ name: 'bare feed', text: BARE, values }));
    if (turn < WARM_UP) continue;
    times.veld.push(ofVeld);
    times.bare.push(ofBare);
  }
  const ratio = median(times.veld.map((ms, at) => ms / times.bare[at]!));
  return {
    measure: `GET /api/feed?following=1, page ${page}: ms`,
    at: `${records.toLocaleString('en')} records, ${follows.toLocaleString('en')} follows`,
    against: 'the bare query',
    veld: round(median(times.veld), 1),
    other: round(median(times.bare), 1),
    ratio: round(ratio),
    target: `at most ${MAX_RATIO}`,
    holds: ratio <= MAX_RATIO,
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}
