import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { metresBetween } from '@veld/geometry';
import { NO_FACTS, type PhotoFacts } from '../../../local/db/rows';
import { pickPoint, takenAt } from '../../recording/photos/photo-values';
import { GAPS, groupPhotos } from './group-photos';

const photo = (id: string, time: string | null, place: [number, number] | null = null) => {
  const [taken_time, second] = time ? [time.slice(0, 5), Number(time.slice(6))] : [null, 0];
  const facts: PhotoFacts = {
    ...NO_FACTS,
    ...(time ? { taken_on: '2026-05-17', taken_time, taken_second: second } : {}),
    ...(place ? { latitude: place[0], longitude: place[1] } : {}),
  };
  return { id, facts };
};
const idsOf = (groups: { id: string }[][]) => groups.map((group) => group.map(({ id }) => id).join(''));

describe('grouping photos into records', () => {
  const walk = [
    photo('b', '07:42:30'),
    photo('a', '07:42:00'),
    photo('c', '07:43:25'),
    photo('d', '07:44:26'),
    photo('x', null),
    photo('e', '07:44:36'),
  ];

  it('groups photos taken within a minute of the one before, in order of time', () => {
    expect(idsOf(groupPhotos(walk, 60))).toEqual(['abc', 'de', 'x']);
  });

  it('depends on the chosen gap, and can make a record of each photo', () => {
    expect(idsOf(groupPhotos(walk, 10))).toEqual(['a', 'b', 'c', 'de', 'x']);
    expect(idsOf(groupPhotos(walk, 300))).toEqual(['abcde', 'x']);
    expect(idsOf(groupPhotos(walk, 0))).toEqual(['a', 'b', 'c', 'd', 'e', 'x']);
  });

  it('separates photos taken more than 100 m apart, however close in time', () => {
    const here = photo('a', '07:42:00', [52.5, 4.75]);
    const near = photo('b', '07:42:10', [52.5005, 4.75]);
    const silent = photo('c', '07:42:20');
    const far = photo('d', '07:42:30', [52.502, 4.75]);
    expect(idsOf(groupPhotos([here, near, silent, far], 60))).toEqual(['abc', 'd']);
  });

  it('makes a record of each photo without a time, in the order they were picked, even at the same place', () => {
    expect(idsOf(groupPhotos([photo('b', null, [52, 4]), photo('a', null, [52, 4]), photo('c', '07:42:00')], 300))).toEqual([
      'c',
      'b',
      'a',
    ]);
  });

  it('includes every photo once, and only groups photos that are close in time and place', () => {
    const some = fc.record({
      second: fc.option(fc.integer({ min: 0, max: 3600 }), { nil: null }),
      place: fc.option(fc.record({ latitude: fc.double({ min: 52, max: 52.004, noNaN: true }), longitude: fc.constant(4.75) }), {
        nil: null,
      }),
    });
    fc.assert(
      fc.property(fc.array(some, { maxLength: 40 }), fc.constantFrom(...GAPS), (list, gap) => {
        const photos = list.map(({ second, place }, index) => {
          const time = second === null ? null : new Date(second * 1000).toISOString().slice(11, 19);
          return photo(String(index), time, place && [place.latitude, place.longitude]);
        });
        const groups = groupPhotos(photos, gap);
        expect(
          groups
            .flat()
            .map(({ id }) => id)
            .toSorted(),
        ).toEqual(photos.map(({ id }) => id).toSorted());
        for (const group of groups) {
          expect(group.length).toBeGreaterThan(0);
          if (gap === 0) expect(group).toHaveLength(1);
          for (const [index, one] of group.entries()) {
            for (const other of group.slice(index + 1)) {
              const [here, there] = [pickPoint(one.facts), pickPoint(other.facts)];
              if (here && there) expect(metresBetween(here, there)).toBeLessThanOrEqual(100);
            }
            const before = group[index - 1];
            if (before) expect(takenAt(one.facts)! - takenAt(before.facts)!).toBeLessThanOrEqual(gap * 1000);
          }
        }
      }),
    );
  });
});
