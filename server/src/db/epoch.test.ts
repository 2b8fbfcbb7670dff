import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listObservationChanges } from '@veld/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { person } from '../testing/people.ts';
import { testServer, type TestServer } from '../testing/server.ts';
import { ensureEpoch } from './epoch.ts';

let veld: TestServer;
beforeAll(async () => void (veld = await testServer()));
afterAll(() => veld.close());

it('the epoch in the list of changes is stable across starts and changes once after a restore', async () => {
  const anna = await person(veld, 'anna');
  const epoch = async () => (await veld.call(listObservationChanges, {}, anna.token)).body.epoch;
  const first = await epoch();
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  await Promise.all([ensureEpoch(veld.db, veld.dataDir), ensureEpoch(veld.db, veld.dataDir)]);
  expect(await epoch()).toBe(first);
  const mark = join(veld.dataDir, 'restored');
  writeFileSync(mark, '');
  await ensureEpoch(veld.db, veld.dataDir);
  const second = await epoch();
  expect(second).not.toBe(first);
  expect(existsSync(mark)).toBe(false);
  await ensureEpoch(veld.db, veld.dataDir);
  expect(await epoch()).toBe(second);
});
