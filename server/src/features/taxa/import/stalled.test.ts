import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeFile } from '../../../testing/archives.ts';
import { testServer, type TestServer } from '../../../testing/server.ts';
import { importFile, importFolder } from './files.ts';
import { cleanUpImports, runWaiting } from './jobs.ts';
import { IMPORT_LIMITS } from './limits.ts';
import { runImport } from './run.ts';
import { findImport, insertImport, listFaults, moveImport } from './store.ts';

const ROWS = 'taxonID,scientificName\n1,Aster tardus\n';

describe('an import that does not come to an end', () => {
  let veld: TestServer;
  let pipes: { path: string; file: number }[] = [];
  beforeAll(async () => {
    veld = await testServer();
    mkdirSync(importFolder(veld.context), { recursive: true });
  });
  afterAll(() => veld.close());
  // Ends the reads that wait for pipes, also those that would begin now: Node has only four threads for files.
  afterEach(() => {
    for (const { path, file } of pipes) {
      rmSync(path);
      closeSync(file);
    }
    pipes = [];
  });

  /** A queued import, whose file may have a beginning and no end. */
  const waiting = async (head: string | Buffer, isEndless: boolean) => {
    const id = randomUUID();
    const row = { id, user_id: null, file_name: 'list.csv', byte_length: 1, source: 'slow', is_complete: false, is_dry_run: true };
    await insertImport(veld.db, { ...row, state: 'waiting' });
    const path = importFile(veld.context, id);
    if (isEndless) execFileSync('mkfifo', [path]);
    const file = openSync(path, isEndless ? 'r+' : 'w');
    writeSync(file, Buffer.from(head));
    if (isEndless) pipes.push({ path, file });
    else closeSync(file);
    return id;
  };
  const run = (id: string, stallMs: number) => runWaiting(veld.context, id, () => undefined, { ...IMPORT_LIMITS, stallMs });

  it.each([
    ['a table', ROWS],
    ['a zip', Buffer.from('PK\u0003\u0004')],
    ['a gzip', gzipSync(ROWS).subarray(0, 12)],
  ])('fails with the reason when nothing more can be read of %s, and the next one runs', async (_what, head) => {
    const stalled = await waiting(head, true);
    const next = await waiting(ROWS, false);
    await run(stalled, 500);
    expect((await findImport(veld.db, stalled))?.state).toBe('failed');
    expect(await listFaults(veld.db, stalled)).toMatchObject([{ code: 'stalled', file: 'list.csv', is_warning: false, count: 1 }]);
    await run(next, 60_000);
    expect((await findImport(veld.db, next))?.state).toBe('checked');
  });

  it('ends soon after it is cancelled while nothing can be read', async () => {
    const id = await waiting(ROWS, true);
    const running = run(id, 3_600_000);
    await expect.poll(async () => (await findImport(veld.db, id))?.state).toBe('reading');
    await moveImport(veld.db, id, ['reading'], 'cancelled');
    await running;
    expect((await findImport(veld.db, id))?.state).toBe('cancelled');
    expect(await listFaults(veld.db, id)).toEqual([]);
  });

  it('ends soon after it is cancelled while a statement waits for the lock of another', async () => {
    const lock = await veld.db.startTransaction().execute();
    await sql`select * from taxonomy_state for update`.execute(lock);
    const id = randomUUID();
    const row = { id, user_id: null, file_name: 'list.csv', byte_length: 1, source: 'locked', is_complete: false, is_dry_run: false };
    await insertImport(veld.db, { ...row, state: 'reading' });
    const path = makeFile(veld, 'list.csv', ROWS);
    const running = runImport(veld.context, {
      importId: id,
      path,
      fileName: 'list.csv',
      source: 'locked',
      isComplete: false,
      isDryRun: false,
    });
    await expect.poll(async () => (await findImport(veld.db, id))?.state).toBe('applying');
    await moveImport(veld.db, id, ['applying'], 'cancelled');
    // Not when the lock is released, nor when waiting for it takes too long.
    expect((await running).state).toBe('cancelled');
    const left = await sql`select 1 from pg_stat_activity where application_name = ${`import ${id}`} and state <> 'idle'`.execute(veld.db);
    await lock.rollback().execute();
    expect(left.rows, 'statements that still wait').toEqual([]);
    expect(await veld.db.selectFrom('taxa').select('id').where('source', '=', 'locked').execute()).toEqual([]);
    const staged = await sql`select 1 from taxonomy_import_taxa where import_id = ${id}`.execute(veld.db);
    expect(staged.rows).toEqual([]);
  });

  it('is queued again when the process ended that took its job', async () => {
    const id = await waiting(ROWS, false);
    await cleanUpImports(veld.context);
    await veld.context.jobs.drain();
    expect((await findImport(veld.db, id))?.state, 'one that was just queued has a job').toBe('waiting');
    await sql`update taxonomy_imports set beat_at = now() - interval '2 minutes' where id = ${id}`.execute(veld.db);
    await cleanUpImports(veld.context);
    await veld.context.jobs.drain();
    expect((await findImport(veld.db, id))?.state).toBe('checked');
  });
});
