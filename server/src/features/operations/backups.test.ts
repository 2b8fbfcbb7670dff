import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getStorageFigures } from '@veld/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkBackup } from '../../backups/check.ts';
import { listBackups } from '../../backups/folder.ts';
import { readConfig } from '../../config.ts';
import { person } from '../../testing/people.ts';
import { type TestServer, testServer } from '../../testing/server.ts';

const HOUR_MS = 3_600_000;

describe('backups by the server itself', () => {
  let veld: TestServer;
  let folder: string;
  let now: Date;
  beforeEach(async () => {
    now = new Date();
    folder = join(mkdtempSync(join(tmpdir(), 'veld-backups-')), 'veld');
    veld = await testServer({ BACKUP_TO: folder, BACKUP_EVERY: '6', BACKUP_KEEP: '2' }, { now: () => now });
  });
  afterEach(async () => {
    await veld.close();
    rmSync(join(folder, '..'), { recursive: true, force: true });
  });

  const hour = async (hours: number) => {
    now = new Date(now.getTime() + hours * HOUR_MS);
    await veld.context.jobs.send('backup', {});
    await veld.context.jobs.drain();
  };
  const age = async () => /^veld_backup_age_seconds (\S+)$/m.exec(await (await veld.fetch('/metrics')).text())?.[1];

  it('are made when they are due, and so many are kept', async () => {
    expect(await age()).toBe('+Inf');
    await hour(0);
    const [first] = listBackups(folder);
    expect((await checkBackup(first!.path)).header.files).toBe('beside');
    await hour(1);
    expect(listBackups(folder)).toEqual([first]);
    expect(Number(await age())).toBeCloseTo(3600, -1);
    await hour(5);
    expect(listBackups(folder)).toHaveLength(2);
    await hour(6);
    await hour(6);
    const kept = listBackups(folder);
    expect(kept.map(({ madeAt }) => madeAt.getTime())).toEqual([now.getTime(), now.getTime() - 6 * HOUR_MS]);
    for (const { path } of kept) await checkBackup(path);
  });

  it('are seen in the administration', async () => {
    const admin = await person(veld, 'admin', { roles: ['admin'] });
    const backups = async () => (await veld.call(getStorageFigures, {}, admin.token)).body.data.backups;
    expect(await backups()).toEqual({ is_scheduled: true, last_at: null });
    await hour(0);
    expect(await backups()).toEqual({ is_scheduled: true, last_at: now.toISOString() });
  });

  it('are not made without a folder', () => {
    expect(readConfig({}).BACKUP_TO).toBeUndefined();
    expect(() => readConfig({ BACKUP_EVERY: '0' })).toThrow(/BACKUP_EVERY is not usable/);
  });
});
