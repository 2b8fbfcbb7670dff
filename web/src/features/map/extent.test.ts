import { describe, expect, it } from 'vitest';
import { computeExtent, computeMainExtent } from './records-overlay';

const at = (latitude: number, longitude: number) => ({ latitude, longitude });

describe('the extent of records', () => {
  it('is the box around them', () => {
    expect(computeExtent([at(52, 5), at(51, 4), at(53, 6)])).toEqual({ south: 51, north: 53, west: 4, east: 6 });
  });

  it('is null for no records, and a point for one record', () => {
    expect(computeExtent([])).toBeNull();
    expect(computeExtent([at(52, -5)])).toEqual({ south: 52, north: 52, west: -5, east: -5 });
  });

  it('is small for two islands on either side of the antimeridian', () => {
    const extent = computeExtent([at(-17, 179), at(-14, -171)])!;
    expect(extent).toEqual({ south: -17, north: -14, west: 179, east: 189 });
  });
});

describe('the extent of the records that lie together', () => {
  it('has no record of a trip abroad in it', () => {
    expect(computeMainExtent([at(-33, 151), at(52, 5), at(51, 4), at(53, 6)])).toEqual({ south: 51, north: 53, west: 4, east: 6 });
  });

  it('is that of the record saved last if none lie together, and of all if all do', () => {
    expect(computeMainExtent([at(-33, 151), at(52, 5)])).toEqual({ south: -33, north: -33, west: 151, east: 151 });
    expect(computeMainExtent([at(52, 5), at(51, 4)])).toEqual({ south: 51, north: 52, west: 4, east: 5 });
    expect(computeMainExtent([])).toBeNull();
  });

  it('lies on both sides of the antimeridian where the records do', () => {
    expect(computeMainExtent([at(-17, 179.5), at(-17, -179.5), at(52, 5)])).toMatchObject({ west: 179.5, east: 180.5 });
  });
});
