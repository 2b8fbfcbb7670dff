import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupedPhotos, orderPhotos } from './photo-order';

const photo = (name: string, quality: 'confirmed' | 'needs_id', life_stage: string | null = null, sex: string | null = null) =>
  ({ name, quality, life_stage, sex }) as never as Parameters<typeof orderPhotos>[0][number] & { name: string };

describe('photos of a species', () => {
  it('begin with confirmed records, and show each life stage and sex before any twice', () => {
    const photos = [
      photo('unconfirmed', 'needs_id'),
      photo('first', 'confirmed'),
      photo('second', 'confirmed'),
      photo('male', 'needs_id', null, 'male'),
      photo('larva', 'confirmed', 'larva'),
    ];
    const names = (limit: number) => orderPhotos(photos, limit).map((one) => (one as unknown as { name: string }).name);
    expect(names(5)).toEqual(['first', 'larva', 'male', 'second', 'unconfirmed']);
    expect(names(2)).toEqual(['first', 'larva']);
  });

  it('are each shown once', () => {
    const any = fc.array(
      fc.record({
        quality: fc.constantFrom('confirmed', 'needs_id', 'casual'),
        life_stage: fc.constantFrom(null, 'egg', 'larva'),
        sex: fc.constantFrom(null, 'male'),
      }),
    );
    fc.assert(
      fc.property(any, (photos) => {
        const shown = orderPhotos(photos as never[], photos.length);
        expect(new Set(shown)).toEqual(new Set(photos));
        expect(shown.length).toBe(photos.length);
      }),
    );
  });

  it('are grouped by life stage and sex, in their order, and not if all are alike', () => {
    const record = (life_stage?: string | null, sex?: string | null) => ({ life_stage, sex });
    const [adult, unknown, female, larva] = [record('adult'), record(), record('adult', 'female'), record('larva', null)];
    const kinds = groupedPhotos([adult, unknown, larva, female, record(null, null)])!;
    expect(kinds.map(({ life_stage, sex, records }) => [life_stage, sex, records.length])).toEqual([
      ['larva', null, 1],
      ['adult', 'female', 1],
      ['adult', null, 1],
      [null, null, 2],
    ]);
    expect(groupedPhotos([adult, record('adult', null)])).toBeNull();
    expect(groupedPhotos([])).toBeNull();
  });
});
