import { describe, expect, it } from 'vitest';
import { newId } from '../db/ids';
import { ownObservation, type SaveOptions, saveObservation } from '../records/observations';
import { placeRecords } from '../records/place-records';
import { attachFix, type LocalTimeAt } from '../records/waiting-places';
import { device } from '../testing/app';
import { observer } from '../testing/people';
import { changeSavedPlaces, type SavedPlace } from './saved-places';

type Device = ReturnType<typeof device>;

const HOME: SavedPlace = {
  id: newId(),
  name: 'Home',
  kind: 'home',
  latitude: 52,
  longitude: 5,
  uncertainty_m: 200,
  notes: '',
  is_private_zone: true,
};
const AT_HOME = { latitude: 52.001, longitude: 5 };
const ELSEWHERE = { latitude: 52.003, longitude: 5 };

const localTimeAt: LocalTimeAt = ({ observed_on, observed_time, time_zone }) => ({ observed_on, observed_time, time_zone });

async function annaAtHome(change: Partial<SavedPlace> = {}): Promise<Device> {
  const anna = device();
  await changeSavedPlaces(anna.database, () => [{ ...HOME, ...change }]);
  return anna;
}

async function geoprivacyOf(anna: Device, draft: object, options: Partial<SaveOptions> = { obscuresHome: true }) {
  const id = await saveObservation(anna.database, { verbatim_name: 'a wren', geoprivacy: 'open', ...draft }, [], {
    user: observer(anna.user),
    ...options,
  });
  await anna.sender.flush();
  const row = await ownObservation(anna.database, id);
  expect(anna.server.records.get(id)?.own.geoprivacy).toBe(row?.geoprivacy);
  return row?.geoprivacy;
}

describe('a record in the private zone of its person', () => {
  it('is obscured when it is saved, and never less hidden than the person chose', async () => {
    const anna = await annaAtHome();
    expect(await geoprivacyOf(anna, AT_HOME)).toBe('obscured');
    expect(await geoprivacyOf(anna, { ...AT_HOME, geoprivacy: 'private' })).toBe('private');
    expect(await geoprivacyOf(anna, ELSEWHERE)).toBe('open');
    expect(await geoprivacyOf(anna, {})).toBe('open');
  });

  it('stays open if the person shows it, and wherever no private zone is', async () => {
    expect(await geoprivacyOf(await annaAtHome(), AT_HOME, {})).toBe('open');
    expect(await geoprivacyOf(await annaAtHome({ is_private_zone: false }), AT_HOME)).toBe('open');
    expect(await geoprivacyOf(await annaAtHome({ kind: 'patch' }), AT_HOME)).toBe('open');
  });

  it('is obscured when its place comes after it was saved', async () => {
    const anna = await annaAtHome();
    const save = () =>
      saveObservation(anna.database, { verbatim_name: 'a wren', observed_on: '2026-05-10', geoprivacy: 'open' }, [], {
        user: observer(anna.user),
        now: anna.clock.now(),
        place: 'awaited',
      });
    const measured = await save();
    const now = anna.clock.now();
    await attachFix(anna.database, { ...AT_HOME, accuracy_m: 5, at: now }, { target: 10, now, localTimeAt });
    const chosen = await save();
    await placeRecords(anna.database, [chosen], { ...AT_HOME, coordinate_uncertainty_m: 5, location_source: 'typed', location_id: null });
    for (const id of [measured, chosen])
      expect(await ownObservation(anna.database, id)).toMatchObject({ latitude: AT_HOME.latitude, geoprivacy: 'obscured' });
  });
});
