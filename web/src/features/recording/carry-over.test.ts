import { afterEach, describe, expect, it, vi } from 'vitest';
import { anna } from '../../local/testing/people';
import { nextAfter } from './pinned';
import { blankValues, type FormPatch } from './form-values';

const robin = { id: 7, name: 'roodborst', scientific_name: 'Erithacus rubecula', rank: 'species', group: 'bird' as const, image_url: null };
const form = (change: FormPatch = {}) => ({ ...blankValues(anna.preferences), ...change });
const saved = form({ taxon: robin, count: 4, notes: 'nest', latitude: 52, longitude: 5, location_source: 'gps', day: '2020-01-01' });

afterEach(() => vi.useRealTimers());

describe('the next record after a saved one', () => {
  it('copies name and place if it is of the same species, but not date, count or notes', () => {
    const next = nextAfter(saved, form(), { isSame: true, ageMs: 1000 });
    expect(next).toMatchObject({ taxon: robin, latitude: 52, count: null, notes: '', when_source: 'now' });
    expect(next.day).not.toBe('2020-01-01');
  });

  it('copies nothing if it is of another species, unless it is pinned', () => {
    expect(nextAfter(saved, form(), { isSame: false, ageMs: 1000 }).taxon).toBeNull();
    expect(nextAfter(saved, form({ taxon: robin }), { isSame: false, ageMs: 1000 }).taxon).toEqual(robin);
  });

  it('uses the time zone of the place, and marks a place from a photo as copied from a record', () => {
    const inLisbon = form({ latitude: 38.7, longitude: -9.1, location_source: 'exif', time_zone: 'Europe/Lisbon' });
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-05-10T23:30:00Z') });
    const inTokyo = form({ time_zone: 'Asia/Tokyo', day: '2026-05-11', time: '08:30' });
    const next = nextAfter(inLisbon, inTokyo, { isSame: false, ageMs: 1000 });
    expect(next).toMatchObject({ latitude: 38.7, location_source: 'neighbour' });
    expect(next).toMatchObject({ time_zone: 'Europe/Lisbon', day: '2026-05-11', time: '00:30' });
    const typed = nextAfter(inLisbon, form({ when_source: 'typed', day: '2020-01-01', time: '07:00' }), { isSame: false, ageMs: 1000 });
    expect(typed).toMatchObject({ day: '2020-01-01', time: '07:00' });
  });

  it('drops an old measured place, and keeps a typed one', () => {
    expect(nextAfter(saved, form(), { isSame: true, ageMs: 3_600_000 }).latitude).toBeNull();
    for (const location_source of ['neighbour', 'last_known'] as const)
      expect(nextAfter({ ...saved, location_source }, form(), { isSame: true, ageMs: 3_600_000 }).latitude).toBeNull();
    expect(nextAfter({ ...saved, location_source: 'typed' }, form(), { isSame: true, ageMs: 3_600_000 }).latitude).toBe(52);
  });
});
