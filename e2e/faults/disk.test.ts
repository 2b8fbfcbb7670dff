import { spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { type RunningVeld, startVeld } from '../server.ts';
import { copyFolder, startVeldFrom } from '../template.ts';
import { originalsBySha256 } from './originals.ts';
import { type Photo, randomPhoto, Writer } from './writer.ts';

const ROOT = resolve(import.meta.dirname, '../..');

function mount(folder: string, size: string): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', folder]).status === 0;
}

/** The small disk is a tmpfs mount, which needs root. */
const mayMount = (() => {
  const folder = mkdtempSync(join(tmpdir(), 'veld-mount-'));
  const isMounted = mount(folder, '1m');
  if (isMounted) spawnSync('umount', [folder]);
  rmSync(folder, { recursive: true });
  return isMounted;
})();

describe.runIf(mayMount)('S7: a server whose disk is full', () => {
  let disk: string;
  let veld: RunningVeld;
  beforeEach(async () => {
    disk = mkdtempSync(join(tmpdir(), 'veld-disk-'));
    if (!mount(disk, '400m')) throw new Error('The disk could not be mounted');
    veld = await startVeld({}, copyFolder(join(inject('template'), 'data'), disk));
  });
  afterEach(async () => {
    await veld.stop();
    spawnSync('umount', ['-l', disk]);
    rmSync(disk, { recursive: true, force: true });
  });

  it('refuses saves with 503 or 507, still answers reads, and accepts saves again once there is space', async () => {
    const anna = await new Writer(veld).register('anna');
    const acknowledged = new Set<string>();
    const save = async () => {
      const id = randomUUID();
      // As long as allowed and of bytes that PostgreSQL can't compress, so that the disk is full soon.
      const { status } = await anna.save(id, { notes: randomBytes(7_500).toString('base64') });
      if (status === 200) acknowledged.add(id);
      return status;
    };
    expect(await save()).toBe(200);
    const kept = randomPhoto(300_000);
    expect((await anna.sendPhoto(kept)).status).toBe(201);

    const ballast = join(disk, 'ballast');
    const free = () => {
      const { bavail, bsize } = statfsSync(disk);
      return bavail * bsize;
    };
    try {
      // Not synchronously: the client has to notice that the server closes its idle connection meanwhile.
      await writeFile(ballast, Buffer.alloc(Math.max(0, free() - 1_500_000)));
    } catch {
      // The disk was full before the whole ballast was written.
    }
    const statuses: (number | null)[] = [];
    // PostgreSQL can still write to the space it allocated before, so the first refusal takes a while.
    for (let count = 0; count < 4_000 && statuses.filter((status) => status !== 200).length < 3; count++) statuses.push(await save());
    const refused = statuses.filter((status) => status !== 200);
    expect(refused.length).toBeGreaterThan(0);
    for (const status of refused) expect([503, 507], veld.output()).toContain(status);
    const refusedPhoto = randomPhoto(3_000_000);
    expect([503, 507]).toContain((await anna.sendPhoto(refusedPhoto)).status);
    await expect.poll(async () => (await anna.read()).status).toBe(200);

    truncateSync(ballast, 0);
    await expect.poll(save).toBe(200);
    await expect.poll(async () => (await anna.sendPhoto(refusedPhoto)).status).toBe(201);
    const stored = await anna.stored();
    for (const id of acknowledged) expect(stored.get(id)).toBe(1);
    expect([...originalsBySha256(disk).keys()]).toEqual(expect.arrayContaining([kept.sha256, refusedPhoto.sha256]));
    expect(readdirSync(join(disk, 'photos'), { recursive: true }).filter((name) => String(name).endsWith('.half'))).toEqual([]);
  });
});

describe('S8: photos on a server that is killed', () => {
  let veld: RunningVeld;
  beforeEach(async () => {
    veld = await startVeldFrom(inject('template'));
  });
  afterEach(() => veld.remove());

  /** Runs the command that checks all stored photos. */
  function check(): { code: number | null; output: string } {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, 'server/src/photos.ts'), 'check'], {
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, DATA_DIR: veld.dataDir },
      encoding: 'utf8',
    });
    return { code: status, output: stdout + stderr };
  }

  it('have a complete file for every row, and every acknowledged photo is stored', async () => {
    const anna = await new Writer(veld).register('anna');
    const acknowledged: Photo[] = [];
    let isOver = false;
    const sender = async () => {
      while (!isOver) {
        const photo = randomPhoto(2_000 + Math.floor(Math.random() * 400_000));
        // Like a device, repeats the photo until the server accepts it.
        for (let isAccepted = false; !isAccepted;) {
          const { status } = await anna.sendPhoto(photo);
          isAccepted = status === 201;
          if (isAccepted) acknowledged.push(photo);
          else if (isOver) return;
          else await sleep(30);
        }
      }
    };
    const sending = [sender(), sender(), sender()];
    // By turns of the server alone, and with its database.
    for (let kill = 0; kill < (inject('isLong') ? 6 : 2); kill++) {
      // Between two photos of one sender, others are on their way.
      const enough = acknowledged.length + 1 + Math.floor(Math.random() * 5);
      await vi.waitUntil(() => acknowledged.length >= enough, { timeout: 60_000 * inject('machineFactor'), interval: 5 });
      await veld.kill({ isDatabaseToo: kill % 2 === 1 });
      await veld.start();
    }
    isOver = true;
    await Promise.all(sending);
    expect(acknowledged.length).toBeGreaterThan(0);
    const { code, output } = check();
    expect(output).toMatch(/ photos, 0 with a fault, /);
    expect(code).toBe(0);
    expect([...originalsBySha256(veld.dataDir).keys()]).toEqual(expect.arrayContaining(acknowledged.map(({ sha256 }) => sha256)));
  });

  it('are reported by the check when their file is missing, truncated or changed', async () => {
    const anna = await new Writer(veld).register('anna');
    const photos = [randomPhoto(5_000), randomPhoto(5_000), randomPhoto(5_000), randomPhoto(5_000)];
    for (const photo of photos) expect((await anna.sendPhoto(photo)).status).toBe(201);
    expect(check().output).toContain('4 photos, 0 with a fault');
    const stored = originalsBySha256(veld.dataDir);
    const paths = photos.map(({ sha256 }) => stored.get(sha256)!);
    rmSync(paths[0]!);
    truncateSync(paths[1]!, 100);
    writeFileSync(paths[2]!, randomPhoto(5_000).bytes);
    const { code, output } = check();
    expect(code).toBe(1);
    expect(output).toContain(`${basename(paths[0]!)} missing`);
    expect(output).toContain(`${basename(paths[1]!)} short`);
    expect(output).toContain(`${basename(paths[2]!)} changed`);
    expect(output).not.toContain(basename(paths[3]!));
    expect(output).toContain('4 photos, 3 with a fault');
  });
});
