import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { newId } from '../db/ids';
import { makeBytes, RealFile } from '../testing/bytes';
import { SharedFiles, UNANSWERED_MS } from './shared-files';

let shared: SharedFiles;
beforeEach(() => {
  shared = new SharedFiles(`veld-shared-${newId()}`);
  vi.stubGlobal('File', RealFile);
});
afterEach(async () => {
  await shared.delete();
  vi.unstubAllGlobals();
});

const file = (name: string) => new RealFile([makeBytes(10)], name, { type: 'image/jpeg' });
const NOW = Date.parse('2026-05-17T10:00:00Z');
const names = async (userId: string | null, now = NOW) => (await shared.waitingFor(userId, now)).map(({ name }) => name);
const idOf = async (name: string) => (await shared.files.toArray()).find((row) => row.name === name)!.id;

it('a shared file is readable only for the person who accepted it', async () => {
  await shared.add([file('a.jpg')], { now: NOW });
  const id = await idOf('a.jpg');
  expect(await shared.claim(id, 'anna')).toBeNull();
  await shared.accept([id], 'anna');
  await shared.accept([id], 'bram');
  expect(await shared.claim(id, 'bram')).toBeNull();
  expect((await shared.claim(id, 'anna'))?.name).toBe('a.jpg');
});

it('declining deletes the files that were asked about, with their bytes, and no accepted ones', async () => {
  await shared.add([file('a.jpg'), file('b.jpg'), file('c.jpg')], { now: NOW });
  const [a, b, c] = await Promise.all(['a.jpg', 'b.jpg', 'c.jpg'].map(idOf));
  await shared.accept([a!], 'anna');
  await shared.decline([a!, b!]);
  expect(await names('anna')).toEqual(['a.jpg', 'c.jpg']);
  expect((await shared.bytes.toCollection().primaryKeys()).toSorted()).toEqual([a, c].toSorted());
});

it('files without an answer are deleted after 30 days, accepted ones never', async () => {
  await shared.add([file('accepted.jpg'), file('open.jpg')], { now: NOW });
  await shared.accept([await idOf('accepted.jpg')], 'anna');
  await shared.removeExpired(NOW + UNANSWERED_MS);
  expect(await names('anna', NOW + UNANSWERED_MS)).toEqual(['accepted.jpg', 'open.jpg']);
  expect(await names('anna', NOW + UNANSWERED_MS + 1)).toEqual(['accepted.jpg']);
  await shared.removeExpired(NOW + UNANSWERED_MS + 1);
  expect(await shared.files.count()).toBe(1);
  expect(await shared.bytes.count()).toBe(1);
});
