import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { findEpoch } from '../db/epoch.ts';
import { migrate, readMigrations } from '../db/migrate.ts';
import { openDatabase } from '../db/open.ts';
import { findServerState } from '../db/server-state.ts';
import { installJobs } from '../jobs/jobs.ts';
import { readContents, type EmptyPlace, emptyPlace, ODD_TEXT, veldToBackUp, withoutEpochs } from '../testing/backups.ts';
import { person } from '../testing/people.ts';
import { draft, save } from '../testing/records.ts';
import type { TestServer } from '../testing/server.ts';
import { buildServer } from '../server.ts';
import { checkBackup } from './check.ts';
import { listBackups } from './folder.ts';
import { makeBackup } from './make.ts';
import { restoreBackup } from './restore.ts';

const PASSPHRASE = 'a heron, a fen and seven gates';

describe('a backup', () => {
  let veld: TestServer;
  let folder: string;
  let place: EmptyPlace;
  beforeAll(async () => {
    veld = await veldToBackUp();
  });
  afterAll(() => veld.close());
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'veld-backup-'));
    place = await emptyPlace();
  });
  afterEach(async () => {
    await place.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const backUp = (to: string, passphrase: string | null = PASSPHRASE) =>
    makeBackup({ databaseUrl: veld.databaseUrl, dataDir: veld.dataDir, version: '1.0.0', to, passphrase, now: new Date() });
  const restore = (path: string, change: object = {}) =>
    restoreBackup({ path, ...place, passphrase: PASSPHRASE, isWithoutKeys: false, ...change });
  const original = () => readContents({ ownerUrl: veld.databaseUrl, dataDir: veld.dataDir });

  it('gives back every row, file, key, sequence and waiting job, with another epoch', async () => {
    const path = join(folder, 'veld.tar');
    const sequence = sql<{ value: number }>`select nextval(pg_get_serial_sequence('feedback', 'ticket')) as value`;
    for (let taken = 0; taken < 3; taken++) await sequence.execute(veld.db);
    const report = await backUp(path);
    expect(report.hasKeys).toBe(true);
    expect(readdirSync(folder)).toEqual(['veld.tar']);
    await restore(path);
    const [before, after] = [await original(), await readContents(place)];
    expect(withoutEpochs(after)).toEqual(withoutEpochs(before));
    expect(Object.keys(before).length).toBeGreaterThan(100);
    for (const name of ['secret.key', 'push.key'])
      expect(readFileSync(join(place.dataDir, name), 'utf8')).toBe(readFileSync(join(veld.dataDir, name), 'utf8'));

    const server = await buildServer({
      config: readConfig({ DATA_DIR: place.dataDir, LOG_LEVEL: 'silent' }),
      databaseUrl: place.ownerUrl,
      hasWorkers: false,
    });
    try {
      expect(await findEpoch(server.context.db)).not.toBe(await findEpoch(veld.db));
      const { rows } = await sql`select name, data from jobs.job where state = 'created'`.execute(server.context.db);
      expect(rows).toEqual(
        (await sql`select name, data from jobs.job where state in ('created', 'retry', 'active')`.execute(veld.db)).rows,
      );
      const notes = await server.context.db.selectFrom('observations').select('notes').where('notes', 'is not', null).execute();
      expect(notes).toContainEqual({ notes: ODD_TEXT });
      // A new row takes no number that one of the backup has.
      expect((await sequence.execute(server.context.db)).rows).toEqual((await sequence.execute(veld.db)).rows);
    } finally {
      await server.close();
    }
  });

  it('is checked without being restored', async () => {
    const path = join(folder, 'veld.tar');
    const report = await backUp(path);
    const { header, manifest } = await checkBackup(path);
    expect(header.schema.number).toBe(readMigrations().at(-1)!.number);
    expect(manifest.tables.reduce((sum, table) => sum + table.rows, 0)).toBe(report.rows);
    expect(manifest.stores.reduce((sum, store) => sum + store.files, 0)).toBe(report.files);
    const { count } = await veld.db
      .selectFrom('users')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(manifest.tables.find(({ name }) => name === 'users')?.rows).toBe(count);
  });

  it('is restored by the owner of a database who is no superuser', async () => {
    const path = join(folder, 'veld.tar');
    await backUp(path);
    const plain = await emptyPlace({ isPlain: true });
    try {
      await restore(path, plain);
      expect(withoutEpochs(await readContents(plain))).toEqual(withoutEpochs(await original()));
    } finally {
      await plain.close();
    }
  });

  it('of an older version of Veld is brought to this one', async () => {
    const older = await emptyPlace();
    const path = join(folder, 'veld.tar');
    try {
      await migrate(
        older.ownerUrl,
        readMigrations().filter(({ number }) => number <= 80),
      );
      await installJobs(older.ownerUrl);
      const { db } = openDatabase({ url: older.ownerUrl });
      await sql`insert into server_state (key, value) values ('kept', ${ODD_TEXT})`.execute(db);
      await db.destroy();
      await makeBackup({
        databaseUrl: older.ownerUrl,
        dataDir: older.dataDir,
        version: '0.9.0',
        to: path,
        passphrase: null,
        now: new Date(),
      });
    } finally {
      await older.close();
    }
    expect((await checkBackup(path)).header.schema.number).toBe(80);
    await restore(path);
    const { db } = openDatabase({ url: place.ownerUrl });
    try {
      expect(await findServerState(db, 'kept')).toBe(ODD_TEXT);
      const { rows } = await sql`select max(number) as number from schema_migrations`.execute(db);
      expect(rows).toEqual([{ number: readMigrations().at(-1)!.number }]);
    } finally {
      await db.destroy();
    }
  });

  it('of a folder keeps each file once, and each backup in it can be restored', async () => {
    const first = await backUp(`${folder}/`);
    expect(first.newFiles).toBeGreaterThan(4);
    const kept = (await original())['maps/maps.json'];
    const map = join(veld.dataDir, 'maps/maps.json');
    const contents = readFileSync(map);
    writeFileSync(map, '{"maps": [] }');
    const second = await backUp(`${folder}/`);
    expect(second).toMatchObject({ files: first.files, newFiles: 1 });
    const changed = await original();
    writeFileSync(map, contents);
    await restore(first.path);
    expect((await readContents(place))['maps/maps.json']).toBe(kept);
    const other = await emptyPlace();
    await restore(second.path, other);
    expect(withoutEpochs(await readContents(other))).toEqual(withoutEpochs(changed));
    await other.close();
  });

  it('of a folder is removed when newer ones are kept, with the files that only it had', async () => {
    const map = join(veld.dataDir, 'maps/maps.json');
    const contents = readFileSync(map);
    const paths: string[] = [];
    for (let count = 1; count <= 4; count++) {
      writeFileSync(map, JSON.stringify({ maps: [], count }));
      const options = { databaseUrl: veld.databaseUrl, dataDir: veld.dataDir, version: '1.0.0', passphrase: null };
      paths.push((await makeBackup({ ...options, to: `${folder}/`, keep: 2, now: new Date(Date.UTC(2026, 4, count)) })).path);
    }
    writeFileSync(map, contents);
    expect(listBackups(folder).map(({ path }) => path)).toEqual([paths[3], paths[2]]);
    for (const path of paths.slice(2)) await checkBackup(path);
    const kept = readdirSync(join(folder, 'files'), { recursive: true, encoding: 'utf8' }).filter((name) => /[0-9a-f]{64}$/.test(name));
    // The files of the store, and the list of maps of the third and of the fourth.
    const files = Object.keys(await original()).filter((name) => name.includes('/'));
    const distinct = new Set(Object.entries(await original()).flatMap(([name, digest]) => (files.includes(name) ? [digest] : [])));
    expect(kept).toHaveLength(distinct.size + 1);
  });

  it('is of one moment while people save: each record before the last one that it has, with what was saved with it', async () => {
    const claire = await person(veld, 'claire');
    let isDone = false;
    const saving = (async () => {
      let count = 0;
      for (; !isDone; count++) await save(veld, claire, randomUUID(), draft({ notes: `record ${count}` }));
      return count;
    })();
    const path = join(folder, 'veld.tar');
    await backUp(path).finally(() => (isDone = true));
    const saved = await saving;
    await restore(path);
    const { db } = openDatabase({ url: place.ownerUrl });
    try {
      const records = await db.selectFrom('observations').select(['notes', 'owner_seq']).where('user_id', '=', claire.user.id).execute();
      const notes = records.map((record) => record.notes);
      expect(new Set(notes)).toEqual(new Set(notes.map((_, count) => `record ${count}`)));
      expect(notes.length).toBeLessThanOrEqual(saved);
      const counters = await db.selectFrom('owner_counters').select('seq').where('user_id', '=', claire.user.id).execute();
      expect(Math.max(0, ...records.map((record) => record.owner_seq))).toBe(counters[0]?.seq ?? 0);
    } finally {
      await db.destroy();
    }
  });

  it('without a passphrase has no keys, and says so', async () => {
    const path = join(folder, 'veld.tar');
    expect((await backUp(path, null)).hasKeys).toBe(false);
    await restore(path, { passphrase: null });
    expect(readdirSync(place.dataDir)).not.toContain('secret.key');
    expect(readFileSync(path).includes(readFileSync(join(veld.dataDir, 'secret.key')))).toBe(false);
  });

  it('holds the keys only sealed', async () => {
    const path = join(folder, 'veld.tar');
    await backUp(path);
    const bytes = readFileSync(path);
    for (const name of ['secret.key', 'push.key']) expect(bytes.includes(readFileSync(join(veld.dataDir, name)))).toBe(false);
  });

  it('is not written over another file', async () => {
    const path = join(folder, 'veld.tar');
    writeFileSync(path, 'something else');
    await expect(backUp(path)).rejects.toThrow('exists');
    expect(readFileSync(path, 'utf8')).toBe('something else');
    expect(readdirSync(folder)).toEqual(['veld.tar']);
  });
});
