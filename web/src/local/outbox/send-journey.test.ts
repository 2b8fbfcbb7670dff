import { describe, expect, it } from 'vitest';
import { startJourney, saveJourney, deleteJourney, finishJourney, ownJourney, queueJourney, setPaused } from '../records/journeys/journeys';
import { appendPoints, readTrack } from '../records/journeys/point-log';
import { fetchJourneys } from '../pull/pull-journeys';
import { JOURNEYS_CURSOR } from '../pull/pull-store';
import { device } from '../testing/app';
import { journeyStart, trackPoints } from '../testing/journeys';
import { problem } from '../testing/veld-server';

const NOW = Date.parse('2026-05-10T08:00:00Z');

async function started(count = 0) {
  const made = device();
  const id = await startJourney(made.database, journeyStart(), NOW);
  if (count > 0) await appendPoints(made.database, id, trackPoints(count));
  return { ...made, id, atServer: () => made.server.journeys.stored.get(id) };
}
const outboxCount = (database: Awaited<ReturnType<typeof started>>['database']) => database.outbox.count();

describe('a journey in the outbox', () => {
  it('arrives with all its points in chunks, each once', async () => {
    const { sender, database, id, atServer, server } = await started(1203);
    await sender.flush();
    expect([...atServer()!.points.values()]).toEqual(trackPoints(1203));
    expect(server.count('PUT', `/api/journeys/${id}/points`)).toBe(3);
    expect(await outboxCount(database)).toBe(0);
    await queueJourney(database, id, NOW);
    await sender.flush();
    // Nothing is new.
    expect(server.count('PUT', '/api/journeys')).toBe(4);
  });

  it('goes on where answers were lost and connections cut, without losing or repeating a point', async () => {
    const { sender, server, id, atServer, clock, database } = await started(1500);
    server.fault = (_, count) => (count % 3 === 0 ? 'answer-lost' : count % 3 === 1 ? 'no-connection' : null);
    for (let round = 0; round < 20 && (await outboxCount(database)) > 0; round++) {
      await sender.flushNow();
      await clock.advance(3_600_000);
    }
    expect(await outboxCount(database)).toBe(0);
    expect([...atServer()!.points.values()]).toEqual(trackPoints(1500));
    expect(atServer()!.own.version).toBe(1);
    expect((await ownJourney(database, id))!.write_id).toBeNull();
  });

  it('keeps what another device changed, and what this one changed', async () => {
    const { sender, server, id, atServer, database } = await started();
    await sender.flush();
    server.journeys.changeElsewhere(id, { notes: 'From the other device', name: 'Other name' });
    await saveJourney(database, id, { name: 'Heath', sharing: 'cells' }, NOW);
    await sender.flush();
    expect(atServer()!.own).toMatchObject({ name: 'Heath', sharing: 'cells', notes: 'From the other device' });
    expect(await ownJourney(database, id)).toMatchObject({ name: 'Heath', notes: 'From the other device', write_id: null });
  });

  it('is sent whole to a server that was restored from a backup of before it', async () => {
    const { sender, server, id, atServer, database } = await started(30);
    await sender.flush();
    server.journeys.stored.delete(id);
    await saveJourney(database, id, { name: 'Heath' }, NOW);
    await sender.flush();
    expect(atServer()!.own).toMatchObject({ name: 'Heath', version: 1, track: { points: 30 } });
  });

  it('needs attention if it was deleted on another device, and stays here', async () => {
    const { sender, server, id, database } = await started();
    await sender.flush();
    server.journeys.stored.get(id)!.isDeleted = true;
    await saveJourney(database, id, { name: 'Heath' }, NOW);
    await sender.flush();
    expect(await database.outbox.toArray()).toMatchObject([{ state: 'needs_attention', last_error: { code: 'gone' } }]);
    expect(await ownJourney(database, id)).toMatchObject({ name: 'Heath' });
  });

  it('is deleted at the server and here, also if it never arrived', async () => {
    const { sender, server, id, atServer, database } = await started(5);
    await sender.flush();
    await deleteJourney(database, id, NOW);
    expect(await ownJourney(database, id)).toBeUndefined();
    await sender.flush();
    expect([atServer()!.isDeleted, await database.journeys.count(), await database.journeyPoints.count()]).toEqual([true, 0, 0]);
    const other = await startJourney(database, journeyStart(), NOW);
    await deleteJourney(database, other, NOW);
    await sender.flush();
    expect(server.count('DELETE', `/api/journeys/${other}`)).toBe(0);
    expect(await database.journeys.count()).toBe(0);
  });

  it('is the same on another device, which gets points that come later too', async () => {
    const { sender, server, id, user, database } = await started(700);
    await sender.flush();
    const other = device({ user: { ...user, id: crypto.randomUUID() }, server });
    const fetchAll = () => fetchJourneys({ database: other.database, api: other.api, token: 'token-1' });
    await fetchAll();
    expect(await readTrack(other.database, id)).toEqual(trackPoints(700));
    await appendPoints(database, id, trackPoints(40, 700));
    await finishJourney(database, id, NOW + 8_000_000, NOW + 8_000_000);
    await sender.flush();
    await fetchAll();
    expect(await readTrack(other.database, id)).toEqual(trackPoints(740));
    expect((await other.database.journeys.get(id))!.fetched_points).toBe(740);
    expect(await ownJourney(other.database, id)).toMatchObject({ ended_at: new Date(NOW + 8_000_000).toISOString(), write_id: null });
    await deleteJourney(database, id, NOW);
    await sender.flush();
    await fetchAll();
    expect(await ownJourney(other.database, id)).toBeUndefined();
    expect(await readTrack(other.database, id)).toEqual([]);
  });

  it('was paused as long on another device, also one that fetched it while it ran', async () => {
    const { sender, server, id, user, database } = await started();
    await sender.flush();
    const [early, late] = ['early', 'late'].map(() => device({ user: { ...user, id: crypto.randomUUID() }, server }));
    const fetchOn = ({ database: to, api }: ReturnType<typeof device>) => fetchJourneys({ database: to, api, token: 'token-1' });
    await fetchOn(early!);
    await setPaused(database, id, true, NOW + 60_000);
    await setPaused(database, id, false, NOW + 120_000);
    await finishJourney(database, id, NOW + 265_000, NOW + 265_000);
    await sender.flush();
    for (const other of [early!, late!]) {
      await fetchOn(other);
      expect(await ownJourney(other.database, id)).toMatchObject({ paused_ms: 60_000, effort: { paused_s: 60, duration_s: null } });
    }
  });

  it('gets its weather on a device that knew none when it fetched the journey, and does not take it from the others before', async () => {
    const { sender, server, id, atServer, user, database } = await started();
    const weather = { temperature_c: 9, wind_force: null, wind_direction: null, cloud_cover: null, precipitation: null, source: null };
    await saveJourney(database, id, { weather }, NOW);
    await sender.flush();
    const old = device({ user: { ...user, id: crypto.randomUUID() }, server });
    const fetchAll = () => fetchJourneys({ database: old.database, api: old.api, token: 'token-1' });
    await fetchAll();
    const { weather: _, ...known } = (await ownJourney(old.database, id))!;
    const { weather: __, ...base } = known.base!;
    await old.database.journeys.put({ ...known, base });
    await saveJourney(old.database, id, { name: 'Heath' }, NOW);
    await old.sender.flush();
    expect(atServer()!.own).toMatchObject({ name: 'Heath', weather });
    expect(await ownJourney(old.database, id)).toMatchObject({ weather });
    await old.database.journeys.put({ ...known, base, version: 2 });
    await old.database.settings.delete(JOURNEYS_CURSOR);
    await fetchAll();
    expect(await ownJourney(old.database, id)).toMatchObject({ name: 'Heath', weather });
  });

  it('waits while the server is busy', async () => {
    const { sender, server, database } = await started(5);
    server.fault = () => problem(503, 'unavailable');
    await sender.flush();
    expect(await database.outbox.toArray()).toMatchObject([{ state: 'waiting', tries: 1 }]);
  });
});
