import { Preferences } from '@veld/contract';
import { expect, it } from 'vitest';
import { setMembership } from '../changes/projects';
import { newId } from '../db/ids';
import { device } from '../testing/app';
import { listCalls } from './pending-changes';
import { isOverruled, reconcileSuccess } from './reconcile';

const PATCH = 'PATCH /api/settings/preferences';
const stored = (change: Partial<Preferences>) => ({ preferences: { ...Preferences.parse({}), ...change } });
const sent = (body: object, route = PATCH) => ({ route, input: { body } });

it('a preference is overruled if the server has another value than the one sent', () => {
  expect(isOverruled(sent({ theme: 'dark' }), stored({ theme: 'dark' }))).toBe(false);
  expect(isOverruled(sent({ theme: 'dark' }), stored({ theme: 'light' }))).toBe(true);
  expect(isOverruled(sent({ name_languages: ['nl', 'de'] }), stored({ name_languages: ['nl', 'de'] }))).toBe(false);
  expect(isOverruled(sent({ name_languages: ['nl'] }), stored({ name_languages: ['nl', 'de'] }))).toBe(true);
  expect(isOverruled(sent({ photo_license: null }), stored({ photo_license: 'CC0-1.0' }))).toBe(true);
});

it('what an earlier version of the app did not send makes no difference', () => {
  const recording = { ask_place: false, target_accuracy_m: 25, average_fixes: true } as const;
  expect(isOverruled(sent({ recording: { ask_place: false } }), stored({ recording }))).toBe(false);
  expect(isOverruled(sent({ recording: { ask_place: true } }), stored({ recording }))).toBe(true);
});

it('other calls that answer with the account are never overruled', () => {
  expect(isOverruled(sent({ total_xp_seen: 5 }, 'POST /api/user/xp-seen'), stored({}))).toBe(false);
});

it('changes accepted in the same millisecond keep their order', async () => {
  const { database, server } = device();
  server.fault = () => 'no-connection';
  const ids = Array.from({ length: 8 }, newId);
  for (const id of ids) {
    await setMembership(database, { id, isOn: true }, 1);
    const item = (await database.outbox.toArray())[0]!;
    await reconcileSuccess(database, item, null, 1000);
  }
  expect((await listCalls(database, 'project:', 1000)).map(({ subject }) => subject)).toEqual(ids.map((id) => `project:${id}`));
});
