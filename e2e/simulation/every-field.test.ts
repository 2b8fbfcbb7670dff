import 'fake-indexeddb/auto';
import fc from 'fast-check';
import {
  addDays,
  dayRange,
  getObservation,
  inMonths,
  initialValue,
  type ObservationDraft,
  PART_NAMES,
  RECORD_FIELD_NAMES,
  recordField,
  recordParts,
} from '@veld/contract';
import { everyField } from '@veld/contract/testing/every-field';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { person, type Person } from '../../server/src/testing/people.ts';
import { TAXA } from '../../server/src/testing/records.ts';
import { blankValues, readFormRecord, restoredValues, fillFormValues } from '../../web/src/features/recording/form-values';
import { type PinName, withPin, withPinned } from '../../web/src/features/recording/pinned';
import { newId } from '../../web/src/local/db/ids';
import type { LocalObservation } from '../../web/src/local/db/rows';
import { exportUnsent } from '../../web/src/local/outbox/files/export';
import { differences, threeWayMerge } from '../../web/src/local/outbox/merge';
import { unzip } from '../../web/src/local/outbox/files/zip';
import { saveObservation } from '../../web/src/local/records/observations';
import { pickDraft } from '../../web/src/local/records/record-shape';
import { seededRandom } from './seeded-random.ts';
import { Device } from './device.ts';
import { activeDevice } from './active-device.ts';
import { newWorld, type World } from './world.ts';

vi.mock('../../web/src/local/db/database', async (original) => ({
  ...(await original<typeof import('../../web/src/local/db/database')>()),
  openUserDatabase: (userId: string) => activeDevice.open(userId),
}));

const taxon = {
  id: TAXA.kingfisher.id,
  name: 'Example kingfisher',
  scientific_name: 'Alcedo examplis',
  rank: 'species',
  group: 'bird' as const,
  image_url: null,
};
const blank = blankValues({ geoprivacy: 'open', license: null });
const empty = {
  ...Object.fromEntries(RECORD_FIELD_NAMES.map((name) => [name, initialValue(name)])),
  media: [],
  attributes: {},
} as unknown as ObservationDraft;

/** Every field that one record can have. An open record has no end of its geoprivacy. */
function filled(geoprivacy: ObservationDraft['geoprivacy']): ObservationDraft {
  const { record, attributes } = everyField(taxon.id);
  return { ...record, geoprivacy, ...(geoprivacy === 'open' ? { geoprivacy_until: null } : {}), media: [], attributes };
}

let world: World;
let anna: Person;
let bram: Person;
beforeAll(async () => {
  world = await newWorld();
  anna = await person(world.veld, 'anna');
  bram = await person(world.veld, 'bram');
});
afterAll(() => world.close());

async function startDevice(name: string): Promise<Device> {
  const device = new Device(world, name, anna.user.email, 0, seededRandom(1, 1));
  await device.start();
  return device;
}

/** A record after being opened in the form, kept as a draft, restored and saved. */
function throughForm(row: LocalObservation): ObservationDraft {
  return readFormRecord(restoredValues(JSON.parse(JSON.stringify(fillFormValues(row))) as Record<string, unknown>, blank));
}

/** The records in the export file of a device. */
async function exportedRecords(device: Device): Promise<{ id: string; record: unknown }[]> {
  const [file] = await exportUnsent(device.app.database);
  const entries = await unzip(file!.blob, { entries: 9, entryBytes: 1e8, totalBytes: 1e8 });
  return (JSON.parse(await entries.get('records.json')!.text()) as { records: { id: string; record: unknown }[] }).records;
}

test.each(['open', 'private'] as const)(
  'a record with every declared field is unchanged by form, export, server and pull: %s',
  async (geoprivacy) => {
    const given = filled(geoprivacy);
    const entered = throughForm({ ...given, taxon } as unknown as LocalObservation);
    expect(entered).toEqual(given);

    const [phone, tablet] = [await startDevice('phone'), await startDevice('tablet')];
    const id = newId();
    await phone.until(({ database }) =>
      saveObservation(database, entered, [], { id, user: { id: anna.user.id, name: 'anna', is_pro: false }, taxon }),
    );
    expect((await exportedRecords(phone)).find((one) => one.id === id)?.record).toEqual(given);
    await phone.until(({ sender }) => sender.flushNow());

    const own = await world.veld.call(getObservation, { params: { id } }, anna.token);
    expect(own.body.data).toMatchObject({ ...given, id });
    const seen: Record<string, unknown> = (await world.veld.call(getObservation, { params: { id } }, bram.token)).body.data;
    for (const name of RECORD_FIELD_NAMES) {
      const { others } = recordField(name);
      if (others === 'never') expect(seen, name).not.toHaveProperty(name);
      else if (others === 'always' || geoprivacy === 'open') expect(seen[name], name).toEqual(given[name]);
      else expect(seen[name], name).not.toEqual(given[name]);
    }

    await tablet.until(({ pull }) => pull.run());
    const row = (await tablet.app.database.observations.get(id))!;
    expect(pickDraft(row)).toEqual(given);
    expect(throughForm(row)).toEqual(given);
  },
);

/** A day, a month, a year or a period of these; the last day is before that of the world. */
const date = fc
  .record({
    day: fc.date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('2026-04-01T00:00:00Z'), noInvalidDate: true }),
    days: fc.integer({ min: 1, max: 900 }),
    precision: fc.constantFrom(4, 7, 10),
    endPrecision: fc.constantFrom(0, 4, 7, 10),
  })
  .map(({ day, days, precision, endPrecision }) => {
    const from = day.toISOString().slice(0, 10);
    const to = addDays(from, days) < '2026-05-09' ? addDays(from, days) : '2026-05-09';
    const [first, last] = [from.slice(0, precision), to.slice(0, endPrecision)];
    const period = `${first}/${last}`;
    return last === '' || last === first || dayRange(period) === null ? first : period;
  });

test('a date is as precise as it was entered after form, draft, outbox, export, server, other eyes and another device', async () => {
  const [phone, tablet] = [await startDevice('phone'), await startDevice('tablet')];
  const user = { id: anna.user.id, name: 'anna', is_pro: false };
  await fc.assert(
    fc.asyncProperty(date, fc.boolean(), async (observed_on, isHidden) => {
      const id = newId();
      const given = {
        ...empty,
        verbatim_name: 'a moth',
        observed_on,
        geoprivacy: isHidden ? ('obscured' as const) : ('open' as const),
      };
      const entered = throughForm({ ...given, taxon: null } as unknown as LocalObservation);
      expect(entered).toEqual(given);
      await phone.until(({ database }) => saveObservation(database, entered, [], { id, user }));
      expect((await exportedRecords(phone)).find((one) => one.id === id)?.record).toEqual(given);
      await phone.until(({ sender }) => sender.flushNow());
      expect(await phone.app.database.outbox.toArray()).toEqual([]);

      const seenBy = async (who: Person) => (await world.veld.call(getObservation, { params: { id } }, who.token)).body.data.observed_on;
      expect(await seenBy(anna)).toBe(observed_on);
      expect(await seenBy(bram)).toBe(isHidden ? inMonths(dayRange(observed_on)!) : observed_on);
      await tablet.until(({ pull }) => pull.run());
      const row = (await tablet.app.database.observations.get(id))!;
      expect(pickDraft(row)).toEqual(given);
      expect(throughForm(row)).toEqual(given);
    }),
    { numRuns: process.env.VELD_LONG === '1' ? 200 : 25 },
  );
});

test('every declared field is compared, merged and pinned', () => {
  const given = filled('private');
  const attributes = Object.keys(given.attributes);
  expect(new Set(differences(given, empty))).toEqual(
    new Set([...Object.values(recordParts).map(([head]) => head), ...attributes.map((name) => `attributes.${name}`)]),
  );
  expect(threeWayMerge(empty, given, empty)).toEqual({ merged: given, conflicts: [] });
  expect(threeWayMerge(empty, empty, given)).toEqual({ merged: given, conflicts: [] });

  const values = fillFormValues({ ...given, taxon } as unknown as LocalObservation);
  const names = [...PART_NAMES, ...attributes.map((name) => `attribute:${name}`)] as PinName[];
  const pins = names.reduce((made, name) => withPin(made, name, values), {});
  const stored = JSON.parse(JSON.stringify(pins)) as typeof pins;
  expect(readFormRecord(withPinned(blank, stored))).toEqual(given);
});
