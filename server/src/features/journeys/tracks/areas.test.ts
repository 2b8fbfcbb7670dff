import { putSavedPlace } from '@veld/contract';
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, person } from '../../../testing/people.ts';
import { testServer, type TestServer } from '../../../testing/server.ts';
import { findHiddenAreas } from './areas.ts';

let veld: TestServer;
beforeAll(async () => {
  veld = await testServer();
});
afterAll(() => veld.close());

it('the area around a home lies elsewhere for each person and server, is of one size, and stays where it is', async () => {
  const [anna, bram] = await Promise.all([person(veld, 'anna'), person(veld, 'bram')]);
  const put = async (who: Person, latitude: number, id: string = randomUUID()) => {
    const body = { name: 'Home', kind: 'home' as const, latitude, longitude: 5.1234, uncertainty_m: 30, notes: '', is_private_zone: true };
    expect((await veld.call(putSavedPlace, { params: { id }, body }, who.token)).status).toBe(204);
    return id;
  };
  const day = new Date('2026-05-10T08:00:00Z');
  const areas = async (who: Person, secret = veld.context.secret) =>
    findHiddenAreas(veld.db, { user_id: who.user.id, started_at: day, ended_at: day, time_zone: 'Europe/Amsterdam' }, secret);
  const home = await put(anna, 52.0961);
  await put(bram, 52.0961);
  const [annas] = await areas(anna);
  const others = [(await areas(bram))[0]!, (await areas(anna, randomBytes(32)))[0]!];
  for (const other of others) {
    expect([other.south, other.west], 'without the secret and the person nobody knows where it lies').not.toEqual([
      annas!.south,
      annas!.west,
    ]);
    expect(other.north - other.south).toBeCloseTo(annas!.north - annas!.south, 9);
    expect(other.east - other.west).toBeCloseTo(annas!.east - annas!.west, 9);
  }
  // Moved within its cell, and put again.
  await put(anna, 52.0962, home);
  expect(await areas(anna)).toEqual([annas]);
});
