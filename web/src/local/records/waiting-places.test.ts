import { describe, expect, it } from 'vitest';
import type { ObservationWrite } from '@veld/contract';
import { readEditBase } from './edit-base';
import { listOutbox } from '../outbox/outbox';
import { applyPage } from '../pull/pull';
import { device } from '../testing/app';
import { observer } from '../testing/people';
import { deleteObservation, ownObservation, type SaveOptions, saveObservation } from './observations';
import { pickDraft } from './record-shape';
import { endUndoTime, UNDO_MS } from './undo-save';
import { attachFix, endWaiting, forgetFinishedWaits, type LocalTimeAt, readWaitingPlaces, recordsWithoutFix } from './waiting-places';

type Device = ReturnType<typeof device>;

const PLACE = { latitude: 52.1, longitude: 5.1 };
const wren = (change: object = {}) => ({ taxon_id: 17, observed_on: '2026-05-10', notes: 'in the hedge', ...change });

/** Saves a record whose place is still being measured. */
function save({ database, user, clock }: Device, options: Partial<SaveOptions> = {}) {
  return saveObservation(database, wren(), [], {
    user: observer(user),
    now: clock.now(),
    place: 'awaited',
    undoMs: UNDO_MS,
    ...options,
  });
}

/** A fix that arrives now; it ends the measurement if it is accurate to 10 m. */
function fix({ database, clock }: Device, accuracy_m = 8, place = PLACE) {
  return attachFix(database, { ...place, accuracy_m, at: clock.now() }, { target: 10, now: clock.now(), localTimeAt });
}

/** Edits a record as the form does. */
async function edit({ database, user, clock }: Device, id: string, change: object, place?: SaveOptions['place']) {
  const row = (await ownObservation(database, id))!;
  const editBase = await readEditBase(database, row);
  return (more: object = {}) =>
    saveObservation(database, { ...pickDraft(row), ...change, ...more }, [], {
      id,
      user: observer(user),
      editBase,
      now: clock.now(),
      place,
    });
}

/** A place in another time zone than that of the device. */
const localTimeAt: LocalTimeAt = ({ observed_on, observed_time }, _, isInstant) => ({
  observed_on,
  observed_time: isInstant ? '11:00' : observed_time,
  time_zone: 'Europe/London',
});

const bodies = ({ server }: Device) => server.asked.filter(({ method }) => method === 'PUT').map(({ body }) => body as ObservationWrite);

describe('a record saved before the device knows its location', () => {
  it.each([true, false])('gets the time zone of its place, and its local time if it was made "now" (%s)', async (isInstant) => {
    const anna = device();
    const { database, user, clock } = anna;
    const values = wren({ observed_time: '12:00', time_zone: 'Europe/Amsterdam' });
    const id = await saveObservation(database, values, [], { user: observer(user), now: clock.now(), place: 'awaited', isInstant });
    await fix(anna);
    const observed_time = isInstant ? '11:00' : '12:00';
    expect(await ownObservation(database, id)).toMatchObject({ ...PLACE, observed_time, time_zone: 'Europe/London' });
  });

  it('gets the place with its source, its delay and the distance walked meanwhile, and is sent once', async () => {
    const anna = device();
    const id = await save(anna);
    await anna.sender.flush();
    expect(bodies(anna)).toEqual([]);
    await anna.clock.advance(2400);
    await fix(anna);
    const place = { ...PLACE, location_source: 'gps', location_delay_s: 2, coordinate_uncertainty_m: 11 };
    expect(await ownObservation(anna.database, id)).toMatchObject({ ...place, notes: 'in the hedge' });
    // The time to undo goes on.
    expect((await listOutbox(anna.database)).map((item) => item.next_try_at)).toEqual([anna.clock.now() - 2400 + UNDO_MS]);
    await anna.clock.advance(UNDO_MS);
    await anna.sender.flush();
    expect(bodies(anna)).toHaveLength(1);
    expect(anna.server.records.get(id)?.own).toMatchObject({ ...place, version: 1 });
    expect(await readWaitingPlaces(anna.database)).toEqual([]);
  });

  it('has the six decimals that others can rely on, and no digits that only the sensor made up', async () => {
    const anna = device();
    const id = await save(anna);
    await fix(anna, 8, { latitude: 52.123_456_789, longitude: 5.123_456_789 });
    expect(await ownObservation(anna.database, id)).toMatchObject({ latitude: 52.123457, longitude: 5.123457 });
  });

  it('is sent with an edit if it was sent before', async () => {
    const anna = device();
    const id = await save(anna);
    await endUndoTime(anna.database, id);
    await anna.sender.flush();
    expect(bodies(anna).map(({ latitude }) => latitude ?? null)).toEqual([null]);
    await fix(anna);
    await anna.sender.flush();
    expect(bodies(anna).map(({ latitude }) => latitude ?? null)).toEqual([null, 52.1]);
    expect(anna.server.records.get(id)?.own).toMatchObject({ ...PLACE, version: 2, notes: 'in the hedge' });
  });

  it('keeps its place if the answer to the first save is lost', async () => {
    const anna = device();
    const id = await save(anna, { undoMs: 0 });
    anna.server.fault = (_, count) => (count === 1 ? 'answer-lost' : null);
    await anna.sender.flush();
    await fix(anna);
    await anna.clock.advance(6000);
    await anna.sender.flush();
    expect(anna.server.records.get(id)?.own).toMatchObject({ ...PLACE, version: 2 });
    expect(await ownObservation(anna.database, id)).toMatchObject(PLACE);
    expect(await listOutbox(anna.database)).toEqual([]);
  });

  it('is not sent when anna continues in the app, but when she leaves it', async () => {
    const anna = device();
    const id = await save(anna);
    const due = async () => (await listOutbox(anna.database))[0]!.next_try_at;
    await endUndoTime(anna.database, id, { keepsForPlace: true, now: anna.clock.now() });
    expect(await due()).toBe(anna.clock.now() + UNDO_MS);
    await endUndoTime(anna.database, id, { now: anna.clock.now() });
    expect(await due()).toBe(0);
  });

  it('has its rough place replaced by a better one for a minute, and by none after a good one', async () => {
    const anna = device();
    const id = await save(anna);
    const uncertainty = async () => (await ownObservation(anna.database, id))?.coordinate_uncertainty_m;
    await fix(anna, 900);
    expect(await uncertainty()).toBe(900);
    await fix(anna, 950);
    expect(await uncertainty()).toBe(900);
    await anna.clock.advance(10_000);
    await fix(anna, 40);
    expect(await uncertainty()).toBe(54);
    await fix(anna, 9);
    expect(await uncertainty()).toBe(23);
    await fix(anna, 1);
    expect(await uncertainty()).toBe(23);
  });

  it.each([59_999, 60_000])('accepts a fix for a minute: after %i ms', async (ms) => {
    const anna = device();
    const id = await save(anna);
    await anna.clock.advance(ms);
    await fix(anna);
    expect((await ownObservation(anna.database, id))?.latitude ?? null).toBe(ms < 60_000 ? 52.1 : null);
  });

  it('has no place after a minute without a fix, until anna has seen that', async () => {
    const anna = device();
    const id = await save(anna);
    const missed = () => recordsWithoutFix(anna.database, anna.clock.now());
    expect(await missed()).toEqual([]);
    await anna.clock.advance(60_000);
    await forgetFinishedWaits(anna.database, anna.clock.now());
    expect(await missed()).toEqual([id]);
    await (
      await edit(anna, id, { notes: 'no idea where' })
    )();
    expect(await missed()).toEqual([]);
  });

  it('is not reported as one without a place if the place it got was removed on another device', async () => {
    const anna = device();
    const id = await save(anna, { undoMs: 0 });
    await fix(anna, 900);
    await anna.sender.flush();
    expect(anna.server.records.get(id)?.own).toMatchObject(PLACE);
    const empty = { latitude: null, longitude: null, coordinate_uncertainty_m: null, location_source: null, location_delay_s: null };
    await applyPage(anna.database, { data: [anna.server.changeElsewhere(id, empty)], next_cursor: 'next', has_more: false }, undefined);
    expect((await ownObservation(anna.database, id))?.latitude).toBeNull();
    await anna.clock.advance(60_000);
    expect(await recordsWithoutFix(anna.database, anna.clock.now())).toEqual([]);
    await forgetFinishedWaits(anna.database, anna.clock.now());
    expect(await readWaitingPlaces(anna.database)).toEqual([]);
  });

  it('has no place as soon as the location turns out to be blocked', async () => {
    const anna = device();
    const id = await save(anna);
    await endWaiting(anna.database);
    expect(await recordsWithoutFix(anna.database, anna.clock.now())).toEqual([id]);
    await fix(anna);
    expect((await ownObservation(anna.database, id))?.latitude ?? null).toBeNull();
  });

  it('is forgotten when it is deleted', async () => {
    const anna = device();
    const id = await save(anna);
    await deleteObservation(anna.database, id);
    await fix(anna);
    await anna.sender.flush();
    expect(anna.server.records.has(id)).toBe(false);
    expect(await readWaitingPlaces(anna.database)).toEqual([]);
  });

  it('saved with a place waits for none', async () => {
    const anna = device();
    await saveObservation(anna.database, wren(PLACE), [], { user: observer(anna.user), place: 'awaited' });
    expect(await readWaitingPlaces(anna.database)).toEqual([]);
  });
});

describe('what anna set wins over a place that follows', () => {
  const TYPED = { latitude: 51, longitude: 4, coordinate_uncertainty_m: 5, location_source: 'typed' as const };

  it('also before the fix', async () => {
    const anna = device();
    const id = await save(anna);
    await (
      await edit(anna, id, TYPED, 'chosen')
    )();
    await fix(anna);
    expect(await ownObservation(anna.database, id)).toMatchObject(TYPED);
  });

  it('also if it was removed again before the fix', async () => {
    const anna = device();
    const id = await save(anna);
    await (
      await edit(anna, id, {}, 'chosen')
    )();
    await fix(anna);
    expect((await ownObservation(anna.database, id))?.latitude ?? null).toBeNull();
    expect(await recordsWithoutFix(anna.database, anna.clock.now() + 60_000)).toEqual([]);
  });

  it('and a removed place does not come back with the next fix', async () => {
    const anna = device();
    const id = await save(anna);
    await fix(anna, 900);
    const empty = { latitude: null, longitude: null, coordinate_uncertainty_m: null, location_source: null, location_delay_s: null };
    await (
      await edit(anna, id, empty)
    )();
    await fix(anna, 5);
    expect((await ownObservation(anna.database, id))?.latitude ?? null).toBeNull();
    expect(await recordsWithoutFix(anna.database, anna.clock.now() + 60_000)).toEqual([]);
  });

  it('in a form that was open when the fix came, without a conflict, even if the server has it', async () => {
    const anna = device();
    const id = await save(anna, { undoMs: 0 });
    await anna.sender.flush();
    const saveTyped = await edit(anna, id, TYPED, 'chosen');
    await fix(anna);
    await anna.sender.flush();
    await saveTyped();
    await anna.sender.flush();
    expect(anna.server.records.get(id)?.own).toMatchObject({ ...TYPED, version: 3 });
    expect(await listOutbox(anna.database)).toEqual([]);
  });

  it('and a form that was open when the fix came, and left the place alone, keeps the fix', async () => {
    const anna = device();
    const id = await save(anna);
    const saveNotes = await edit(anna, id, { notes: 'singing' });
    await fix(anna);
    await saveNotes();
    expect(await ownObservation(anna.database, id)).toMatchObject({ ...PLACE, notes: 'singing', location_delay_s: 0 });
  });

  it('on another device too', async () => {
    const anna = device();
    const id = await save(anna, { undoMs: 0 });
    await anna.sender.flush();
    anna.server.changeElsewhere(id, TYPED);
    await fix(anna);
    await anna.sender.flush();
    expect(await listOutbox(anna.database)).toEqual([]);
    expect(anna.server.records.get(id)?.own).toMatchObject(TYPED);
    expect(await ownObservation(anna.database, id)).toMatchObject(TYPED);
  });
});
