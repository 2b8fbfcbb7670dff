import { ObservationDraft } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import { isSameDraft, rebaseEditBase, threeWayMerge } from './merge';
import { newId } from '../db/ids';

const draft = (change: object = {}) =>
  ObservationDraft.parse({ taxon_id: 17, observed_on: '2026-05-10', count: 2, notes: 'hedge', ...change });
const picture = (change: object = {}) => ({
  id: newId(),
  sha256: 'a'.repeat(64),
  type: 'image/jpeg' as const,
  width: 4,
  height: 3,
  order: 0,
  ...change,
});

describe('C19: merging two changes of one record', () => {
  it('takes each field from the side that changed it', () => {
    const { merged, conflicts } = threeWayMerge(draft(), draft({ notes: 'mine' }), draft({ sex: 'male', geoprivacy: 'private' }));
    expect(conflicts).toEqual([]);
    expect(merged).toMatchObject({ notes: 'mine', sex: 'male', geoprivacy: 'private', count: 2 });
  });

  it('reports a conflict unless both sides made the same change, and keeps mine', () => {
    expect(threeWayMerge(draft(), draft({ notes: 'x' }), draft({ notes: 'x' })).conflicts).toEqual([]);
    const { merged, conflicts } = threeWayMerge(draft(), draft({ notes: 'mine' }), draft({ notes: 'theirs', sex: 'male' }));
    expect(conflicts).toEqual(['notes']);
    expect(merged).toMatchObject({ notes: 'mine', sex: 'male' });
  });

  it('never combines two positions, nor two dates', () => {
    const base = draft({ latitude: 52, longitude: 5, coordinate_uncertainty_m: 10, location_source: 'gps' });
    const mine = { ...base, latitude: 53 };
    const theirs = { ...base, longitude: 6 };
    expect(threeWayMerge(base, mine, theirs).conflicts).toEqual(['latitude']);
    expect(threeWayMerge(base, base, { ...base, latitude: 53, longitude: 6 }).merged).toMatchObject({ latitude: 53, longitude: 6 });
    expect(threeWayMerge(draft(), draft({ observed_on: '2026-05' }), draft({ observed_time: '10:00' })).conflicts).toEqual(['observed_on']);
  });

  it('prefers a place that someone set or removed to one that the device added after saving', () => {
    const late = draft({ latitude: 52, longitude: 5, location_source: 'gps', location_delay_s: 0 });
    const better = { ...late, latitude: 52.01 };
    const typed = draft({ latitude: 51, longitude: 4, location_source: 'typed' });
    for (const chosen of [typed, draft()]) {
      const base = chosen === typed ? draft() : late;
      const measured = chosen === typed ? late : better;
      for (const [mine, theirs] of [[chosen, measured] as const, [measured, chosen] as const]) {
        const { merged, conflicts } = threeWayMerge(base, mine, theirs);
        expect(conflicts).toEqual([]);
        expect(merged.latitude ?? null).toBe(chosen.latitude ?? null);
      }
    }
    expect(threeWayMerge(draft(), typed, { ...typed, latitude: 50 }).conflicts).toEqual(['latitude']);
  });

  it('keeps photos added by either side, drops those removed by either, and merges captions like fields', () => {
    const [kept, removed, mine, theirs] = [picture(), picture({ order: 1 }), picture({ order: 2 }), picture({ order: 2 })];
    const base = draft({ media: [kept, removed] });
    const result = threeWayMerge(base, draft({ media: [kept, removed, mine] }), draft({ media: [{ ...kept, caption: 'wing' }, theirs] }));
    expect(result.conflicts).toEqual([]);
    expect(result.merged.media.map((one) => [one.id, one.order, one.caption ?? null])).toEqual([
      [kept.id, 0, 'wing'],
      [mine.id, 1, null],
      [theirs.id, 2, null],
    ]);
    const both = threeWayMerge(
      base,
      draft({ media: [{ ...kept, caption: 'a' }, removed] }),
      draft({ media: [{ ...kept, caption: 'b' }, removed] }),
    );
    expect(both.conflicts).toEqual(['media']);
  });

  it('merges crops like captions; a missing crop equals null', () => {
    const [left, right] = [
      { x: 0, y: 0, width: 0.5, height: 1 },
      { x: 0.5, y: 0, width: 0.5, height: 1 },
    ];
    const kept = picture();
    const changed = (change: object) => draft({ media: [{ ...kept, ...change }] });
    const base = changed({ crop: null });
    expect(threeWayMerge(base, changed({}), changed({ crop: left })).merged.media[0]!.crop).toEqual(left);
    expect(threeWayMerge(base, changed({ crop: left }), changed({ caption: null })).merged.media[0]!.crop).toEqual(left);
    expect(threeWayMerge(changed({ crop: left }), changed({ crop: left }), changed({})).merged.media[0]!.crop ?? null).toBeNull();
    expect(threeWayMerge(base, changed({ crop: left }), changed({ crop: right })).conflicts).toEqual(['media']);
    expect(threeWayMerge(base, changed({ crop: left }), changed({ crop: left })).conflicts).toEqual([]);
    // Keeping mine keeps an uncropped photo uncropped, even if the form did not mention crops.
    const mine = threeWayMerge(changed({}), changed({ caption: 'mine' }), changed({ crop: left }));
    expect([mine.conflicts, mine.merged.media[0]]).toEqual([['media'], expect.objectContaining({ caption: 'mine', crop: null })]);
    // An app that knows nothing of crops says nothing of the one it never heard of.
    const old = threeWayMerge(changed({ crop: left }), changed({ caption: 'mine' }), changed({ crop: right }));
    expect([old.conflicts, old.merged.media[0]!.crop]).toEqual([['media'], undefined]);
    // A photo that both sides added.
    const added = threeWayMerge(draft(), changed({ caption: 'mine' }), changed({ crop: left }));
    expect([added.conflicts, added.merged.media[0]]).toEqual([['media'], expect.objectContaining({ caption: 'mine', crop: null })]);
    expect(isSameDraft(base, changed({}))).toBe(true);
    expect(isSameDraft(base, changed({ crop: left }))).toBe(false);
  });

  it('takes the order of photos from the side that changed it, and mine if both did', () => {
    const [one, two, three, added] = [picture(), picture(), picture(), picture()];
    const media = (...photos: (typeof one)[]) => draft({ media: photos.map((photo, order) => ({ ...photo, order })) });
    const order = (mine: ReturnType<typeof media>, theirs: ReturnType<typeof media>) =>
      threeWayMerge(media(one, two, three), mine, theirs).merged.media.map((photo) => photo.id);
    expect(order(media(one, two, three, added), media(three, one, two))).toEqual([three.id, one.id, two.id, added.id]);
    expect(order(media(two, one, three), media(one, two, three, added))).toEqual([two.id, one.id, three.id, added.id]);
    expect(order(media(two, one, three), media(three, two, one))).toEqual([two.id, one.id, three.id]);
    expect(order(media(three, two, one), media(one, three))).toEqual([three.id, one.id]);
    // A photo that one side put first is first, whatever else the other did.
    expect(order(media(one, two, three), media(added, one, two, three))).toEqual([added.id, one.id, two.id, three.id]);
    expect(order(media(added, one, two, three), media(three, one, two))).toEqual([added.id, three.id, one.id, two.id]);
    expect(order(media(three, two, one), media(one, added, two, three))).toEqual([three.id, two.id, one.id, added.id]);
    expect(order(media(one, two, three, added), media(one, two))).toEqual([one.id, two.id, added.id]);
  });

  it('merges attributes by key', () => {
    const base = draft({ attributes: { bark: 'rough', height: 3 } });
    const { merged, conflicts } = threeWayMerge(
      base,
      draft({ attributes: { bark: 'smooth', height: 3 } }),
      draft({ attributes: { bark: 'rough', height: 4, leaf: true } }),
    );
    expect(conflicts).toEqual([]);
    expect(merged.attributes).toEqual({ bark: 'smooth', height: 4, leaf: true });
  });

  it('reports a conflict if the merged record would be invalid', () => {
    const one = picture();
    const base = draft({ media: [one] });
    const { merged, conflicts } = threeWayMerge(base, { ...base, media: [] }, { ...base, taxon_id: null, observed_on: base.observed_on });
    expect(conflicts).toEqual(['taxon_id']);
    expect(merged.taxon_id).toBe(17);
  });

  it('without a base, reports only fields that both sides filled in differently', () => {
    const { merged, conflicts } = threeWayMerge(null, draft({ sex: 'male' }), draft({ notes: 'theirs' }));
    expect(conflicts).toEqual(['notes']);
    expect(merged.sex).toBe('male');
  });

  it('treats a missing field as null', () => {
    expect(isSameDraft(draft(), draft({ sex: null, attributes: {} }))).toBe(true);
    expect(isSameDraft(draft(), draft({ sex: 'male' }))).toBe(false);
  });
});

describe('the base of an edit whose record changed meanwhile', () => {
  it('keeps what the person saw of the fields and attributes they touched, and is the new record in all others', () => {
    const base = draft({ sex: 'female', attributes: { moth_trap: 'robinson', wind: 2, old: 'x' } });
    const mine = draft({ sex: 'female', notes: 'mine', attributes: { moth_trap: 'skinner', wind: 2, old: 'x' } });
    const now = draft({ sex: 'male', notes: 'theirs', attributes: { moth_trap: 'heath', wind: 5, cloud: 8 } });
    const rebased = rebaseEditBase(base, mine, now);
    expect(rebased).toMatchObject({ notes: 'hedge', sex: 'male' });
    expect(rebased.attributes).toEqual({ moth_trap: 'robinson', wind: 5, cloud: 8 });
    expect(threeWayMerge(rebased, mine, now).conflicts).toEqual(['notes', 'attributes.moth_trap']);
  });
});
