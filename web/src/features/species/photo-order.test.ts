import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOfKind, kindsIn, orderPhotos } from './photo-order';

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

  it('can be chosen by the life stages and sexes that some of them show, but not all', () => {
    const shows = (life_stage: string | null, sex: string | null = null) => ({ life_stage, sex });
    const photos = [shows('adult', 'female'), shows('adult'), shows('larva'), shows(null)];
    expect(kindsIn(photos)).toEqual([{ stage: 'larva' }, { stage: 'adult' }, { sex: 'female' }]);
    expect(photos.filter((photo) => isOfKind(photo, { stage: 'adult' }))).toEqual(photos.slice(0, 2));
    expect(kindsIn([shows('adult', 'male'), shows('adult', 'female')])).toEqual([{ sex: 'female' }, { sex: 'male' }]);
    expect(kindsIn([shows('adult'), shows('adult')])).toEqual([]);
    expect(kindsIn([])).toEqual([]);
  });
});
