import { getMapSources, listJourneyChanges, listObservationChanges, login } from '@veld/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call } from './api.ts';
import { testServer, type TestServer } from '../server/src/testing/server.ts';
import { PASSWORD } from './people.ts';
import { addWalkingArea, WALKER } from './walking-area.ts';
import { person } from '../server/src/testing/people.ts';

let veld: TestServer;
beforeAll(async () => {
  veld = await testServer();
});
afterAll(() => veld.close());

it('the walking area is a map, and a walk on its paths whose records lie beside them; a second run changes nothing', async () => {
  const admin = await person(veld, 'emil', { roles: ['admin'] });
  const now = new Date('2026-11-29T12:00:00Z');
  await addWalkingArea(veld.url, admin.token, now);
  await addWalkingArea(veld.url, admin.token, now);
  const { token } = await call(veld.url, login, { body: { email: WALKER.email, password: PASSWORD, device_name: 'Test' } });
  const [source, ...others] = (await veld.call(getMapSources, {}, token)).body.data.sources;
  expect(others).toEqual([]);
  if (source?.kind !== 'pmtiles' || !source.joined) throw new Error('Not a map that was added');
  const { coverage } = source.joined;
  const journeys = (await veld.call(listJourneyChanges, { query: { limit: 100 } }, token)).body.data;
  expect(journeys).toHaveLength(1);
  const records = (await veld.call(listObservationChanges, { query: { limit: 100 } }, token)).body.data;
  expect(records).toHaveLength(10);
  for (const record of records) {
    if (!('latitude' in record)) throw new Error('A deleted record');
    const { latitude, longitude } = record as { latitude: number; longitude: number };
    expect(record).toMatchObject({ journey_id: journeys[0]!.id, country_code: 'LI', observed_on: '2026-05-20' });
    const isOnMap = coverage.some(
      ({ west, south, east, north }) => longitude > west && longitude < east && latitude > south && latitude < north,
    );
    expect(isOnMap).toBe(true);
  }
});

it('people who may not add maps get the walk alone', async () => {
  const other = await testServer();
  const anna = await person(other, 'anna');
  await addWalkingArea(other.url, anna.token);
  expect((await other.call(getMapSources, {}, anna.token)).body.data.sources).toEqual([]);
  await other.close();
});
