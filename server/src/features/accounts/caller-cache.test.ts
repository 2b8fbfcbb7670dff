import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  confirmPassword,
  deleteAccount,
  deleteSession,
  getUser,
  listSessions,
  listUsers,
  login,
  logout,
  patchAccount,
  patchPreferences,
  patchUser,
} from '@veld/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { readConfig } from '../../config.ts';
import { inTransaction } from '../../db/transaction.ts';
import { buildServer, type VeldServer } from '../../server.ts';
import { HIGH_LIMITS } from '../../testing/high-limits.ts';
import { PASSWORD, person, type Person } from '../../testing/people.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { findCaller } from './sessions.ts';
import { setUser } from './store.ts';
import { hashToken } from './tokens.ts';
import { cachedCaller, forgetCaller } from './caller-cache.ts';

/**
 * Every function that writes `sessions` or `users`: `forgets` if it calls `forgetCaller`, else why what it writes need not be
 * forgotten.
 */
const WRITES: Record<string, string> = {
  'features/accounts/closed.ts closeUser': 'forgets',
  'features/accounts/closed.ts erasePersonalData': 'forgets',
  'features/accounts/closed.ts reopenUser': 'forgets',
  'features/accounts/names.ts ensureNameKeys': 'writes only name_keys',
  'features/accounts/sessions.ts endSession': 'forgets',
  'features/accounts/sessions.ts endSessionByKey': 'forgets',
  'features/accounts/sessions.ts endSessions': 'forgets',
  'features/accounts/sessions.ts insertSession': 'unknown tokens are not cached',
  'features/accounts/sessions.ts removeOldSessions': 'they ended 30 days ago',
  'features/accounts/sessions.ts setPasswordConfirmed': 'writes only password_confirmed_at',
  'features/accounts/sessions.ts touchSession': 'forgets',
  'features/accounts/store.ts addSeen': 'writes only what was seen',
  'features/accounts/store.ts insertUser': 'a new user has no session yet',
  'features/accounts/store.ts setDeviceInfo': 'forgets',
  'features/accounts/store.ts setPreference': 'forgets',
  'features/accounts/store.ts setUser': 'forgets',
  'features/accounts/store.ts setXpSeen': 'writes only total_xp_seen',
  'features/accounts/store.ts resetExperience': 'writes only points',
  'features/accounts/store.ts setBadges': 'writes only badges',
  'features/accounts/store.ts setSeenStatistic': 'writes only what was seen',
  'features/accounts/store.ts stopDigest': 'forgets',
  'features/accounts/store.ts changeTotals': 'writes only points',
  'features/taxa/import/stage.ts clearStage': 'deletes only rows of an import',
};

const WRITE =
  /\b(?:updateTable|deleteFrom|insertInto|replaceInto|mergeInto)\(\s*(?:['"`](?:users|sessions)\b|[^'"`\s])|\b(?:update|delete\s+from|insert\s+into|merge\s+into)\s+(?:only\s+)?"?(?:users|sessions)\b|\btruncate\s+(?:table\s+)?(?:only\s+)?"?(?:users|sessions)\b/gi;
const FUNCTION = /^(?:export )?(?:default )?(?:async )?(?:function|const|class) (\w+)/gm;

/** The functions of a file that write sessions or users, each with its text. */
function writersIn(path: string, source: string): [string, string][] {
  const starts = [...source.matchAll(FUNCTION)].map((found) => ({ name: found[1]!, at: found.index }));
  return [...source.matchAll(WRITE)].map(({ index }) => {
    const at = starts.findLastIndex((start) => start.at < index);
    return [`${path} ${starts[at]?.name ?? 'top'}`, source.slice(starts[at]?.at ?? 0, starts[at + 1]?.at)];
  });
}

describe('the session of a request', () => {
  let veld: TestServer;
  /** Another server on the same database, as another process: only its memory is its own. */
  let other: VeldServer;
  let otherUrl: string;
  let admin: Person;

  beforeAll(async () => {
    veld = await testServer();
    const config = readConfig({ ...HIGH_LIMITS, LOG_LEVEL: 'silent', DATA_DIR: veld.dataDir });
    other = await buildServer({ config, databaseUrl: veld.databaseUrl, poolSize: 4, hasWorkers: false, maxWaitMs: 60_000 });
    otherUrl = await other.app.listen({ port: 0, host: '127.0.0.1' });
    admin = await person(veld, 'admin', { roles: ['admin'] });
  });
  afterAll(async () => {
    await other.close();
    await veld.close();
  });

  async function newSession({ user }: Person): Promise<string> {
    return (await veld.call(login, { body: { email: user.email, password: PASSWORD } })).body.token;
  }
  const cached = (token: string, now = new Date()) => cachedCaller(veld.context.db, hashToken(token), now, findCaller);
  const here = async (token: string) => (await veld.call(listSessions, {}, token)).status;
  async function there(token: string, path: string = listSessions.path): Promise<number> {
    const response = await fetch(otherUrl + path, { headers: { authorization: `Bearer ${token}` } });
    await response.arrayBuffer();
    return response.status;
  }
  /** Lets both servers cache the session. */
  async function use(token: string): Promise<void> {
    for (let count = 0; count < 2; count++) expect([await here(token), await there(token)]).toEqual([200, 200]);
  }

  it('is looked up once for requests in a row, and expires by the clock', async () => {
    const anna = await person(veld, 'anna');
    const first = await cached(anna.token);
    expect(first?.name).toBe('anna');
    expect(await cached(anna.token)).toBe(first);
    expect(await cached('A'.repeat(43))).toBeUndefined();
    expect(await cached(anna.token, new Date(first!.expires_at.getTime() + 1))).toBeUndefined();
  });

  it('is found by a token that was unknown a moment ago', async () => {
    const token = 'B'.repeat(43);
    expect(await here(token)).toBe(401);
    await sql`update sessions set token_hash = ${hashToken(token)} where user_id = ${(await person(veld, 'emil')).user.id}`.execute(
      veld.context.db,
    );
    expect(await here(token)).toBe(200);
  });

  const endings: Record<string, (who: Person, token: string) => Promise<unknown>> = {
    'logging out': (_who, token) => veld.call(logout, {}, token),
    'ending the session from another device': async (who, token) => {
      const sessions = (await veld.call(listSessions, {}, token)).body.data;
      await veld.call(deleteSession, { params: { id: sessions.find((one) => one.is_current)!.id } }, who.token);
    },
    'a new password on another device': (who) =>
      veld.call(patchAccount, { body: { password: 'curlew under the grey sky', current_password: PASSWORD } }, who.token),
    'closing the account': async (who) => {
      await veld.call(confirmPassword, { body: { current_password: PASSWORD } }, who.token);
      await veld.call(deleteAccount, {}, who.token);
    },
    'closing the account by an admin': (who) => veld.call(deleteAccount, { body: { user_id: who.user.id } }, admin.token),
  };
  it.each(Object.entries(endings))('ends at once with %s, and within 5 s in another process', async (name, end) => {
    const who = await person(veld, name.replaceAll(/[^a-z]/g, '').slice(0, 20));
    const token = await newSession(who);
    await use(token);
    await end(who, token);
    expect(await here(token)).toBe(401);
    await expect.poll(() => there(token), { timeout: 5_000 * inject('machineFactor'), interval: 100 }).toBe(401);
  });

  it('has a new role at once, and loses it at once and within 5 s in another process', async () => {
    const bram = await person(veld, 'bram');
    const isAdminHere = async () => (await veld.call(listUsers, {}, bram.token)).status;
    expect(await isAdminHere()).toBe(403);
    await veld.call(patchUser, { params: { id: bram.user.id }, body: { roles: ['admin'] } }, admin.token);
    expect(await isAdminHere()).toBe(200);
    expect(await there(bram.token, listUsers.path)).toBe(200);
    await veld.call(patchUser, { params: { id: bram.user.id }, body: { roles: [] } }, admin.token);
    expect(await isAdminHere()).toBe(403);
    await expect.poll(() => there(bram.token, listUsers.path), { timeout: 5_000 * inject('machineFactor'), interval: 100 }).toBe(403);
  });

  it('follows every change of the person at once: language, name, country, time zone', async () => {
    const chen = await person(veld, 'chen');
    expect(await cached(chen.token)).toMatchObject({ language: null, name: 'chen', country_code: null });
    await veld.call(patchPreferences, { body: { language: 'pl' } }, chen.token);
    expect(await cached(chen.token)).toMatchObject({ language: 'pl' });
    await veld.call(patchAccount, { body: { name: 'chen lin', country_code: 'PL' } }, chen.token);
    expect(await cached(chen.token)).toMatchObject({ language: 'pl', name: 'chen lin', country_code: 'PL' });
    await veld.call(getUser, { query: { timezone: 'Europe/Warsaw' } }, chen.token);
    expect(await cached(chen.token)).toMatchObject({ time_zone: 'Europe/Warsaw' });
  });

  it('is not cached from before a change that is committed meanwhile', async () => {
    const dora = await person(veld, 'dora');
    await inTransaction(veld.context.db, async (tx) => {
      await setUser(tx, dora.user.id, { is_pro: true });
      // Caches the row that is about to be replaced.
      expect(await cached(dora.token)).toMatchObject({ is_pro: false });
    });
    expect(await cached(dora.token)).toMatchObject({ is_pro: true });
  });

  it('is not cached if it was read before a change and arrives after it', async () => {
    const finn = await person(veld, 'finn');
    const old = await cachedCaller(veld.context.db, hashToken(finn.token), new Date(), async (...given) => {
      const row = await findCaller(...given);
      await inTransaction(veld.context.db, (tx) => setUser(tx, finn.user.id, { is_pro: true }));
      return row;
    });
    expect(old).toMatchObject({ is_pro: false });
    expect(await cached(finn.token)).toMatchObject({ is_pro: true });
  });

  it('is forgotten after a rollback too, and only in a transaction whose end is known', async () => {
    const gus = await person(veld, 'gus');
    const first = await cached(gus.token);
    const undo = new Error('undo');
    const undone = inTransaction(veld.context.db, async (tx) => {
      await setUser(tx, gus.user.id, { is_pro: true });
      throw undo;
    });
    await expect(undone).rejects.toBe(undo);
    expect(await cached(gus.token)).not.toBe(first);
    const outside = veld.context.db.transaction().execute(async (tx) => forgetCaller(tx, gus.user.id));
    await expect(outside).rejects.toThrow('inTransaction');
  });

  it('is forgotten by every function that changes what is cached', () => {
    const root = join(import.meta.dirname, '../..');
    const paths = globSync('**/*.ts', { cwd: root }).filter((path) => !/\.test\.ts$|^testing\/|\.cases\.ts$/.test(path));
    const writers = paths.flatMap((path) => writersIn(path, readFileSync(join(root, path), 'utf8')));
    expect([...new Set(writers.map(([name]) => name))].toSorted()).toEqual(Object.keys(WRITES).toSorted());
    for (const [name, text] of writers) expect(text.includes('forgetCaller('), name).toBe(WRITES[name] === 'forgets');
  });

  it('would miss no write', () => {
    const inSql = 'async function a() {\n  await sql`\n    UPDATE users SET roles = 1`;\n}\n';
    const inVariable = 'export async function b(table) {\n  await tx.updateTable(table).set({});\n}\n';
    const inBuilder = "function c() {\n  tx\n    .deleteFrom('sessions as s')\n}\n";
    const ofOthers = "function d() {\n  tx.updateTable('media').set({}); sql`update observations o set users = 1`;\n}\n";
    const source = inSql + inVariable + inBuilder + ofOthers;
    expect(writersIn('x.ts', source).map(([name]) => name)).toEqual(['x.ts a', 'x.ts b', 'x.ts c']);
  });
});
