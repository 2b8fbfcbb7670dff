import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nameFault, tidyName } from '@veld/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import { findServerState, setServerState } from '../../db/server-state.ts';
import { invalid } from '../../http/fault.ts';

/** Raise it when `nameKeys` or confusables.txt changes: the next start of a server then replaces the stored keys. */
const KEYS_VERSION = '1';
/** Key of the server's state with the version of the stored keys. */
const STATE_KEY = 'name_keys';
const BATCH = 1000;

const skeletons = new Map(
  readFileSync(join(import.meta.dirname, 'confusables.txt'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .flatMap((line) => {
      const [skeleton = '', similar = ''] = line.split(' < ');
      return similar.split(' ').map((hex) => [fromHex(hex), skeleton.split('+').map(fromHex).join('')] as const);
    }),
);

function fromHex(hex: string): string {
  return String.fromCodePoint(Number.parseInt(hex, 16));
}

/**
 * The keys under which names are compared (decision 0032). Two names with the same `=` key are the same name, perhaps with other
 * capitals; two with the same `~` key look the same.
 */
export function nameKeys(name: string): [same: string, similar: string] {
  const tidy = tidyName(name);
  return [`=${tidy.toLowerCase()}`, `~${skeletonOf(tidy)}`];
}

/** The skeleton of UTS #39 without regard to capitals, where `I` looks like `l` and not like `i`, and `L` like neither. */
function skeletonOf(name: string): string {
  const visible = name
    .normalize('NFKD')
    .replace(/\p{Default_Ignorable_Code_Point}+/gu, '')
    .replace(/\s+/gu, ' ');
  return Array.from(visible, (character) => (skeletons.get(character) ?? character).replaceAll('l', '|').toLowerCase())
    .join('')
    .normalize('NFKD')
    .trim();
}

/** The name as it is stored. Throws a 422 if it is refused whatever other names there are. */
export function checkName(name: string): string {
  const fault = nameFault(name);
  if (fault) throw invalid('name', fault);
  return tidyName(name);
}

/**
 * Throws a 422 if a name looks like that of another open account and is not the same, or if it is that of an admin or curator.
 * Call it while registrations are locked.
 */
export async function checkOtherNames(tx: Tx, name: string, ownId: string | null): Promise<void> {
  const keys = nameKeys(name);
  // Without a limit: to find a single row, PostgreSQL would rather read all users than use the index.
  const { rows } = await sql`
    select 1 from users
    where deleted_at is null and name_keys && ${keys} and id is distinct from ${ownId}::uuid
      and (not name_keys @> ${[keys[0]]} or roles && '{admin,curator}')
  `.execute(tx);
  if (rows.length > 0) throw invalid('name', 'name_similar');
}

/** Stores the keys of all names once after they changed, and after the update that introduced them. */
export async function ensureNameKeys(db: Db): Promise<void> {
  if ((await findServerState(db, STATE_KEY)) === KEYS_VERSION) return;
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const users = await db
      .selectFrom('users')
      .select(['id', 'name'])
      .where('deleted_at', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    const keys = users.map(({ name }) => nameKeys(name));
    // The keys of a name that changes in the meantime are stored with it.
    await sql`
      update users set name_keys = array[k.same_key, k.similar_key]
      from unnest(${users.map(({ id }) => id)}::uuid[], ${users.map(({ name }) => name)}::text[],
        ${keys.map(([same]) => same)}::text[], ${keys.map(([, similar]) => similar)}::text[]) as k (id, name, same_key, similar_key)
      where users.id = k.id and users.name = k.name
    `.execute(db);
    const last = users[BATCH - 1];
    if (!last) break;
    after = last.id;
  }
  await setServerState(db, STATE_KEY, KEYS_VERSION);
}
