import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { prepareDatabase } from '../prepare.ts';
import { readContents, type EmptyPlace, emptyPlace, veldToBackUp, withoutEpochs } from '../testing/backups.ts';
import type { TestServer } from '../testing/server.ts';
import { arrange, flipBit, layOut, type TarEntry } from '../testing/tar-layout.ts';
import { checkBackup } from './check.ts';
import { sha256 } from './digests.ts';
import { makeBackup } from './make.ts';
import { restoreBackup } from './restore.ts';
import { isMarked } from './restore-mark.ts';

const PASSPHRASE = 'a heron, a fen and seven gates';
const isLong = inject('isLong');
const counts = { damages: 0, accepted: 0, kills: 0, wrong: 0 };

function mount(path: string, size: string): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', path]).status === 0;
}

/** The small disk is a tmpfs mount, which needs root. */
const mayMount = (() => {
  const path = mkdtempSync(join(tmpdir(), 'veld-mount-'));
  const isMounted = mount(path, '1m');
  if (isMounted) spawnSync('umount', [path]);
  rmSync(path, { recursive: true });
  return isMounted;
})();

/** Rows of one table and one of each other kind; with a long run all entries. */
function chosen(entries: readonly TarEntry[]): TarEntry[] {
  const kinds = [
    'veld-backup.json',
    'files/photos/',
    'files/maps/woods-1.pmtiles',
    'tables/users/',
    'tables/jobs.waiting/',
    'keys.json',
    'manifest.json',
  ];
  return isLong ? [...entries] : kinds.map((kind) => entries.find(({ name }) => name.startsWith(kind))!);
}

describe('a damaged backup (S12)', () => {
  let veld: TestServer;
  let folder: string;
  let whole: string;
  let place: EmptyPlace;
  beforeAll(async () => {
    veld = await veldToBackUp();
    folder = mkdtempSync(join(tmpdir(), 'veld-damage-'));
    whole = join(folder, 'whole.tar');
    await backUp(whole);
    await backUp(join(folder, 'kept/'));
    place = await emptyPlace();
  });
  afterAll(async () => {
    await place.close();
    await veld.close();
    rmSync(folder, { recursive: true, force: true });
    console.log(`backup ${JSON.stringify(counts)}`);
  });

  const backupOptions = (to: string) => ({
    databaseUrl: veld.databaseUrl,
    dataDir: veld.dataDir,
    version: '1.0.0',
    to,
    passphrase: PASSPHRASE,
  });
  const backUp = (to: string) => makeBackup({ ...backupOptions(to), now: new Date() });
  const restore = (path: string, change: object = {}) =>
    restoreBackup({ path, ...place, passphrase: PASSPHRASE, isWithoutKeys: false, ...change });
  const onPlace = async <T>(work: (client: pg.Client) => Promise<T>, at = place): Promise<T> => {
    const client = new pg.Client({ connectionString: at.ownerUrl });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };

  /** Neither a table nor a file, nor anything that says that there was an attempt. */
  const expectNothing = async () => {
    expect(readdirSync(place.dataDir)).toEqual([]);
    const left =
      "select nspname as name from pg_namespace where nspname in ('jobs', 'veld_restoring') union select tablename from pg_tables where schemaname = 'public'";
    expect(await onPlace(async (client) => (await client.query(left)).rows)).toEqual([]);
  };
  /** Why a backup was not restored; nothing may be left of the attempt. */
  const refusal = async (path: string, change: object = {}): Promise<string> => {
    counts.damages += 1;
    const reason = await restore(path, change).then(
      () => 'it was restored',
      (error: Error) => error.message,
    );
    if (reason === 'it was restored') counts.accepted += 1;
    await expectNothing();
    return reason;
  };
  const copied = join(tmpdir(), `veld-damaged-${process.pid}.tar`);
  afterAll(() => rmSync(copied, { force: true }));
  const DAMAGED = /^The backup is damaged: .+\. Use another one\.$|^This file is not a backup of Veld\.$|newer Veld/;

  it('that is cut off anywhere is refused', async () => {
    const { size } = statSync(whole);
    const ends = [
      0,
      1,
      511,
      512,
      1024,
      ...[0.1, 0.5, 0.9].map((share) => Math.floor(size * share)),
      size - 1025,
      size - 1024,
      size - 512,
      size - 1,
    ];
    for (const end of ends) {
      cpSync(whole, copied);
      truncateSync(copied, end);
      expect(await refusal(copied)).toMatch(DAMAGED);
    }
  });

  it('with a bit changed in any part is refused', async () => {
    const file = readFileSync(whole);
    for (const { name, parts } of chosen(layOut(whole))) {
      for (const [part, { at, length }] of Object.entries(parts)) {
        for (const share of isLong ? [0.01, 0.2, 0.5, 0.8, 0.99] : [0.3]) {
          const byte = at + Math.floor(length * share);
          // Nobody reads the line feed after a value of PAX, which has a length.
          if (length === 0 || (part === 'pax record' && file[byte] === 10)) continue;
          flipBit(whole, copied, byte, 2);
          expect(await refusal(copied), `${name}, ${part}`).toMatch(DAMAGED);
        }
      }
    }
  });

  it('without one of its entries, with one twice, with two exchanged or with something after its end is refused', async () => {
    const entries = layOut(whole);
    for (const gone of chosen(entries)) {
      arrange(
        whole,
        copied,
        entries.filter((entry) => entry !== gone),
      );
      expect(await refusal(copied)).toMatch(DAMAGED);
    }
    for (const twice of chosen(entries)) {
      arrange(
        whole,
        copied,
        entries.flatMap((entry) => (entry === twice ? [entry, entry] : [entry])),
      );
      expect(await refusal(copied)).toMatch(DAMAGED);
    }
    const photos = entries.filter(({ name }) => name.startsWith('files/photos/'));
    const [one, two] = [photos[0]!, photos[1]!];
    arrange(
      whole,
      copied,
      entries.map((entry) => (entry === one ? two : entry === two ? one : entry)),
    );
    expect(await refusal(copied)).toMatch(DAMAGED);
    arrange(whole, copied, [...entries, one]);
    expect(await refusal(copied)).toMatch(DAMAGED);
  });

  it('with another digest that its own record agrees with is refused', async () => {
    const entries = layOut(whole);
    const { parts } = entries.find(({ name }) => name.startsWith('files/photos/'))!;
    const file = readFileSync(whole);
    const { at, length } = parts.bytes;
    const before = sha256(file.subarray(at, at + length));
    file[at + 5] = (file[at + 5] ?? 0) ^ 1;
    file.write(sha256(file.subarray(at, at + length)), file.indexOf(before), 'latin1');
    writeFileSync(copied, file);
    expect(await refusal(copied)).toMatch(/the files of photos are not those that were written/);
  });

  it('that belongs to a newer Veld, by its tables or its format, is refused by name', async () => {
    const header = layOut(whole)[0]!;
    const change = (from: string, to: string) => {
      const file = readFileSync(whole);
      const { at, length } = header.parts.bytes;
      const before = file.subarray(at, at + length);
      const after = Buffer.from(before.toString().replace(from, to));
      expect(after.length).toBe(length);
      expect(after.equals(before)).toBe(false);
      file.write(sha256(after), file.indexOf(sha256(before)), 'latin1');
      after.copy(file, at);
      writeFileSync(copied, file);
    };
    const { header: read } = await checkBackup(whole);
    change(`"number": ${read.schema.number}`, `"number": 99`.padEnd(`"number": ${read.schema.number}`.length));
    expect(await refusal(copied)).toMatch(/^The backup belongs to a newer Veld \(.+\), which this version cannot use\. Update Veld\.$/);
    change('"format": 1', '"format": 2');
    expect(await refusal(copied)).toMatch(/^The backup was made by a newer Veld \(format 2\)/);
  });

  it('whose files beside it are missing, cut off or changed is refused', async () => {
    const kept = join(folder, 'kept');
    const archive = join(
      kept,
      readdirSync(kept).find((name) => name.endsWith('.tar'))!,
    );
    const files = readdirSync(join(kept, 'files'), { recursive: true, encoding: 'utf8' })
      .map((name) => join(kept, 'files', name))
      .filter((path) => /[0-9a-f]{64}$/.test(path) && statSync(path).size > 100);
    const file = files[0]!;
    const bytes = readFileSync(file);
    const damages = [
      () => rmSync(file),
      () => writeFileSync(file, bytes.subarray(1)),
      () => writeFileSync(file, Buffer.concat([bytes.subarray(0, -1), Buffer.from([bytes.at(-1)! ^ 1])])),
    ];
    for (const damage of damages) {
      damage();
      expect(await refusal(archive)).toMatch(/^The backup is damaged: \S+ is .+files/);
      writeFileSync(file, bytes);
    }
    await checkBackup(archive);
  });

  it('is refused with another passphrase, without one, and where there is no backup at all', async () => {
    expect(await refusal(whole, { passphrase: `${PASSPHRASE} ` })).toMatch(/^The passphrase is not the one/);
    expect(await refusal(whole, { passphrase: null })).toMatch(/need its passphrase/);
    expect(await refusal(join(folder, 'nothing.tar'))).toMatch(/^There is no backup at/);
    expect(await refusal(folder)).toMatch(/^There is no backup at/);
    writeFileSync(copied, 'not a tar'.repeat(1000));
    expect(await refusal(copied)).toMatch(DAMAGED);
  });

  describe('that is whole', () => {
    let other: EmptyPlace;
    beforeEach(async () => {
      other = await emptyPlace();
    });
    afterEach(() => other.close());

    const options = () => ({ path: whole, ...other, passphrase: PASSPHRASE, isWithoutKeys: false });
    const original = () => readContents({ ownerUrl: veld.databaseUrl, dataDir: veld.dataDir });
    /** Makes or restores a backup in a process that kills itself at this stage. */
    const killAt = (stage: string, task: object) => {
      counts.kills += 1;
      const script = join(import.meta.dirname, '../testing/restore-until.ts');
      const { signal, stderr } = spawnSync(process.execPath, [script, JSON.stringify({ stage, ...task })], { encoding: 'utf8' });
      expect(signal, stderr).toBe('SIGKILL');
    };

    const STAGES = ['new tables', 'photos 1', 'maps', 'taxa', 'users', 'observations', 'newer tables', 'waiting jobs', 'keys'];
    it.each(isLong ? STAGES : ['photos 1', 'keys'])('is restored anew after a kill at “%s”, and no server starts before', async (stage) => {
      killAt(stage, { restore: options() });
      await expect(prepareDatabase(other.ownerUrl, { hasServerRole: false })).rejects.toThrow(/was cut off/);
      await restoreBackup(options());
      await prepareDatabase(other.ownerUrl, { hasServerRole: false });
      const isEqual = JSON.stringify(withoutEpochs(await readContents(other))) === JSON.stringify(withoutEpochs(await original()));
      if (!isEqual) counts.wrong += 1;
      expect(isEqual).toBe(true);
      expect(readdirSync(other.dataDir).toSorted()).toEqual(['imports', 'maps', 'photos', 'push.key', 'secret.key']);
    });

    it('is restored after a kill in the last step, and is not restored again over what is there then', async () => {
      killAt('done', { restore: options() });
      expect(await onPlace(isMarked, other)).toBe(false);
      await prepareDatabase(other.ownerUrl, { hasServerRole: false });
      await expect(restoreBackup(options())).rejects.toThrow(/^The database is not empty\./);
      expect(withoutEpochs(await readContents(other))).toEqual(withoutEpochs(await original()));
    });

    it('is not restored over tables, files or other keys, which stay as they are', async () => {
      writeFileSync(join(other.dataDir, 'secret.key'), 'x'.repeat(64));
      await expect(restoreBackup(options())).rejects.toThrow(/secret\.key is another key/);
      rmSync(join(other.dataDir, 'secret.key'));
      mkdirSync(join(other.dataDir, 'photos/originals'), { recursive: true });
      writeFileSync(join(other.dataDir, 'photos/originals/one'), 'a photo');
      await expect(restoreBackup(options())).rejects.toThrow(/photos is not empty/);
      expect(readFileSync(join(other.dataDir, 'photos/originals/one'), 'utf8')).toBe('a photo');
      rmSync(join(other.dataDir, 'photos'), { recursive: true });
      await onPlace((client) => client.query("create table notes (text text); insert into notes values ('kept')"), other);
      await expect(restoreBackup(options())).rejects.toThrow(/^The database is not empty\./);
      expect(await onPlace(async (client) => (await client.query('select * from notes')).rows, other)).toEqual([{ text: 'kept' }]);
      expect(readdirSync(other.dataDir)).toEqual([]);
    });

    it('is restored anew after the connection to the database was lost', async () => {
      let isCut = false;
      const failing = restoreBackup({
        ...options(),
        onProgress: (text) => {
          if (isCut || !text.startsWith('photos')) return;
          isCut = true;
          // As when the database is restarted.
          void onPlace(
            (client) =>
              client.query(
                "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'veld backup' and datname = current_database()",
              ),
            other,
          );
        },
      });
      await expect(failing).rejects.toThrow(/^The restore was cut off .+begins anew\.$/);
      await restoreBackup(options());
      expect(withoutEpochs(await readContents(other))).toEqual(withoutEpochs(await original()));
    });

    it('is made anew after a kill, and the half of it has no name of a backup', async () => {
      const to = join(folder, 'killed.tar');
      killAt('users', { backup: backupOptions(to) });
      expect(readdirSync(folder)).not.toContain('killed.tar');
      await backUp(to);
      await checkBackup(to);
      expect(readdirSync(folder).filter((name) => name.includes('half'))).toEqual([]);
    });
  });

  describe.runIf(mayMount)('on a full disk', () => {
    let disk: string;
    beforeEach(() => {
      disk = mkdtempSync(join(tmpdir(), 'veld-disk-'));
      if (!mount(disk, '4m')) throw new Error('The disk could not be mounted');
    });
    afterEach(() => {
      spawnSync('umount', ['-l', disk]);
      rmSync(disk, { recursive: true, force: true });
    });

    it.each(['veld.tar', ''])('is not made, and nothing is left of it', async (name) => {
      await expect(backUp(`${disk}/${name}`)).rejects.toThrow(/^The disk of .+ is full\. Nothing is left of this backup\.$/);
      expect(readdirSync(disk, { recursive: true }).filter((path) => String(path).endsWith('.tar'))).toEqual([]);
    });

    it('is not begun to be restored', async () => {
      await expect(restore(whole, { dataDir: disk })).rejects.toThrow(/too little space: the backup needs about \d+ MB\.$/);
      expect(readdirSync(disk)).toEqual([]);
      await expectNothing();
    });
  });
});
