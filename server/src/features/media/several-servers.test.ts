import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ForeignKeysError } from '../../db/fingerprints.ts';
import { type Person, person } from '../../testing/people.ts';
import { insertTaxa, makePhoto, storedId, upload } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { renderPhoto } from './jobs.ts';
import { originalKey } from './keys.ts';
import { whileLeased } from './lease.ts';

describe('photos of several servers', () => {
  let veld: TestServer;
  let anna: Person;
  beforeAll(async () => {
    veld = await testServer();
    await insertTaxa(veld);
    anna = await person(veld, 'anna');
  });
  afterAll(() => veld.close());

  const rowOf = (id: string) =>
    veld.db.selectFrom('media').select(['state', 'tries', 'fault', 'rendered_until']).where('id', '=', id).executeTakeFirstOrThrow();
  const run = async (program: string, ...args: string[]) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, '../..', program), ...args], {
      env: { PATH: process.env.PATH, DATABASE_URL: veld.databaseUrl, DATA_DIR: veld.dataDir },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return (await Promise.all([text(child.stdout), text(child.stderr)])).join('');
  };

  it('S23: whose original is not where the job runs are a fault of the server: no attempt counts, and they are rendered where it is', async () => {
    const photo = await makePhoto();
    await upload(veld, anna, photo);
    const id = await storedId(veld, photo);
    const path = veld.storedPath(originalKey(id));
    await rename(path, `${path}.away`);
    for (let time = 0; time < 5; time++) await expect(renderPhoto(veld.context, id)).rejects.toThrow('is not in DATA_DIR/photos');
    expect(await rowOf(id)).toMatchObject({ state: 'stored', tries: 0, fault: null });
    expect(veld.context.missing.files).toBe(5);
    await rename(`${path}.away`, path);
    await veld.context.jobs.drain();
    expect(await rowOf(id)).toMatchObject({ state: 'ready', tries: 1 });
  });

  it('S23: are rendered by one at a time, so that starts at the same time count one attempt', async () => {
    const photo = await makePhoto();
    await upload(veld, anna, photo);
    const id = await storedId(veld, photo);
    const starts = Array.from({ length: 4 }, () => whileLeased(veld.context.db, id, () => renderPhoto(veld.context, id)));
    const outcomes = await Promise.allSettled(starts);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected']);
    expect(await rowOf(id)).toMatchObject({ state: 'ready', tries: 1, rendered_until: null });
    await veld.context.jobs.drain();
  });

  it('S23: are taken over from a process that ended without a word', async () => {
    const photo = await makePhoto();
    await upload(veld, anna, photo);
    const id = await storedId(veld, photo);
    await sql`update media set rendered_until = now() - interval '1 second' where id = ${id}::uuid`.execute(veld.db);
    await veld.context.jobs.drain();
    expect(await rowOf(id)).toMatchObject({ state: 'ready', tries: 1 });
  });

  it('S23: that were marked as damaged are rendered again by a command', async () => {
    const photo = await makePhoto();
    await upload(veld, anna, photo);
    const id = await storedId(veld, photo);
    await veld.db.updateTable('media').set({ state: 'failed', fault: 'damaged', tries: 3 }).where('id', '=', id).execute();
    await veld.context.jobs.drain();
    expect(await rowOf(id)).toMatchObject({ state: 'failed' });
    expect(await run('photos.ts', 'render', '--failed')).toBe('1 photos are rendered again\n');
    await veld.context.jobs.drain();
    expect(await rowOf(id)).toMatchObject({ state: 'ready', fault: null });
  });

  it('S23: a server with another secret or another folder is refused in one line, until the operator accepts it', async () => {
    const other = { on: veld.databaseUrl };
    await expect(testServer({}, other)).rejects.toThrow(ForeignKeysError);
    await expect(testServer({ SECRET_KEY: 'x'.repeat(32) }, { ...other, dataDir: veld.dataDir })).rejects.toThrow('The secret (SECRET_KEY');
    await (await testServer({}, { ...other, dataDir: veld.dataDir })).close();
    const folder = mkdtempSync(join(tmpdir(), 'veld-other-'));
    const start = spawn(process.execPath, [join(import.meta.dirname, '../../main.ts')], {
      env: { PATH: process.env.PATH, DATABASE_URL: veld.databaseUrl, DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    expect(await text(start.stderr)).toMatch(/^veld {2}The secret .* npm run admin -- accept-keys\n$/);
    expect(await run('admin.ts', 'accept-keys')).toBe('The next start keeps the keys and the folder that it finds\n');
    await (await testServer({}, { ...other, dataDir: folder })).close();
    rmSync(folder, { recursive: true });
    await expect(testServer({}, { ...other, dataDir: veld.dataDir })).rejects.toThrow(ForeignKeysError);
  });
});
