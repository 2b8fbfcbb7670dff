import { describe, expect, it } from 'vitest';
import { deleteObservation, saveObservation } from '../records/observations';
import { declare } from '../records/photos';
import { device } from '../testing/app';
import { observer, photo } from '../testing/people';
import { BAD_GATEWAY } from '../testing/veld-server';

const now = (one: ReturnType<typeof device>) => ({ user: observer(one.user), now: one.clock.now() });
const draft = { taxon_id: 17, observed_on: '2026-05-10' };

function reportsOf(one: ReturnType<typeof device>) {
  const reports: unknown[] = [];
  one.sender.report.subscribe(({ report }) => reports.push(report));
  return reports;
}

describe('the report after a burst of sending', () => {
  it('is not made for one record that was just saved, with its photo', async () => {
    const anna = device();
    const reports = reportsOf(anna);
    const picture = await photo(3000);
    await saveObservation(anna.database, { ...draft, media: [declare(picture, 0)] }, [picture], now(anna));
    await anna.sender.flush();
    expect(anna.server.photos.size).toBe(1);
    expect(reports).toEqual([]);
  });

  it('counts records sent, changed and needing attention, each once', async () => {
    const anna = device();
    const old = await saveObservation(anna.database, draft, [], now(anna));
    const gone = await saveObservation(anna.database, draft, [], now(anna));
    await anna.sender.flush();
    const reports = reportsOf(anna);
    const picture = await photo(3000);
    await saveObservation(anna.database, { ...draft, media: [declare(picture, 0)] }, [picture], now(anna));
    await saveObservation(anna.database, draft, [], now(anna));
    await saveObservation(anna.database, { ...draft, notes: 'refuse me' }, [], now(anna));
    await saveObservation(anna.database, { ...draft, notes: 'edited' }, [], { id: old, ...now(anna) });
    await deleteObservation(anna.database, gone, { now: anna.clock.now() });
    await anna.sender.flush();
    expect(reports).toEqual([{ sent: 2, changed: 2, attention: 1, overruled: 0 }]);
    await anna.sender.flush();
    expect(reports).toHaveLength(1);
  });

  it('is made for one record that had waited', async () => {
    const anna = device();
    const reports = reportsOf(anna);
    await saveObservation(anna.database, draft, [], now(anna));
    await anna.clock.advance(3_600_000);
    await anna.sender.flush();
    expect(reports).toEqual([{ sent: 1, changed: 0, attention: 0, overruled: 0 }]);
  });

  it('is one report despite a short network failure in between', async () => {
    const anna = device();
    const reports = reportsOf(anna);
    for (let count = 0; count < 4; count++) await saveObservation(anna.database, draft, [], now(anna));
    anna.server.fault = (_, count) => (count === 3 ? BAD_GATEWAY : null);
    const stop = anna.sender.start();
    await anna.sender.flush();
    expect(anna.server.records.size).toBe(2);
    expect(reports).toEqual([]);
    await anna.clock.advance(30_000);
    await anna.sender.flush();
    expect(reports).toEqual([{ sent: 4, changed: 0, attention: 0, overruled: 0 }]);
    stop();
  });
});
