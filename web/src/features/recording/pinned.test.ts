import { afterEach, describe, expect, it, vi } from 'vitest';
import { pinnedFields } from '../../local/device/pins';
import { anna, freshDatabase } from '../../local/testing/people';
import { blankValues, type FormPatch } from './form-values';
import { nextValues } from './form-start';
import { pinsAfter, withoutPin, withPin } from './pinned';

const robin = { id: 7, name: 'roodborst', scientific_name: 'Erithacus rubecula', rank: 'species', group: 'bird' as const, image_url: null };
const form = (change: FormPatch = {}) => ({ ...blankValues(anna.preferences), ...change });

afterEach(() => vi.useRealTimers());

describe('a pinned field', () => {
  it('is filled in in the next form, also after a reload, and no other field is', async () => {
    const database = freshDatabase();
    const first = form({ taxon: robin, notes: 'by the pond', count: 3, attributes: { method: 'by_ear', behaviour: 'singing' } });
    await pinnedFields.update(database, (pins) => withPin(withPin(pins, 'taxon', first), 'attribute:method', first));
    const next = await nextValues(database, form());
    expect(next).toMatchObject({ taxon: robin, notes: '', count: null, attributes: { method: 'by_ear' } });
    expect(next.attributes).not.toHaveProperty('behaviour');
  });

  it('repeats the value of the last record until it is unpinned', async () => {
    const database = freshDatabase();
    await pinnedFields.update(database, (pins) => withPin(pins, 'notes', form({ notes: 'one' })));
    await pinnedFields.update(database, (pins) => pinsAfter(pins, form({ notes: 'two', sex: 'female' })));
    expect(await nextValues(database, form())).toMatchObject({ notes: 'two', sex: null });
    await pinnedFields.update(database, (pins) => withoutPin(pins, 'notes'));
    expect(await pinnedFields.read(database)).toEqual({});
    expect((await nextValues(database, form())).notes).toBe('');
  });

  it('never repeats the time of a record made at the current time', async () => {
    const database = freshDatabase();
    const typed = form({ when_source: 'typed', day: '2001-05-10', time: '07:00' });
    await pinnedFields.update(database, (pins) => withPin(pins, 'when', typed));
    expect(await nextValues(database, form())).toMatchObject({ day: '2001-05-10', time: '07:00', when_source: 'typed' });
    await pinnedFields.update(database, (pins) => pinsAfter(pins, form({ when_source: 'now', day: '2001-05-10' })));
    expect((await nextValues(database, form())).day).not.toBe('2001-05-10');
  });

  it('for the place brings its time zone along, and names no photo as the source', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-05-10T12:00:00Z') });
    const database = freshDatabase();
    const inTokyo = form({ latitude: 35.7, longitude: 139.7, location_source: 'exif', time_zone: 'Asia/Tokyo' });
    await pinnedFields.update(database, (pins) => withPin(pins, 'place', inTokyo));
    const blank = form({ time_zone: 'Europe/Lisbon', day: '2026-05-10', time: '13:00' });
    const next = { latitude: 35.7, location_source: 'neighbour', time_zone: 'Asia/Tokyo' };
    expect(await nextValues(database, blank)).toMatchObject({ ...next, day: '2026-05-10', time: '21:00' });
    const fromPhoto = form({ when_source: 'photo', day: '2001-05-10', time: '07:00', time_zone: 'Asia/Tokyo' });
    await pinnedFields.update(database, (pins) => withPin(pins, 'when', fromPhoto));
    expect(await nextValues(database, blank)).toMatchObject({ ...next, day: '2001-05-10', time: '07:00', when_source: 'typed' });
  });

  it('belongs to one person: bram’s form stays empty', async () => {
    const annas = freshDatabase();
    await pinnedFields.update(annas, (pins) => withPin(pins, 'notes', form({ notes: 'secret pond' })));
    expect((await nextValues(freshDatabase(), form())).notes).toBe('');
  });
});
