import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decimalText, sexagesimalText } from './coordinate-text';
import { parseCoordinates } from './parse-coordinates';

it('formats coordinates in decimal degrees and in degrees, minutes and seconds', () => {
  expect(decimalText({ latitude: 52.0907, longitude: -5.1214 })).toBe('52.090700, -5.121400');
  expect(sexagesimalText({ latitude: 52.090694, longitude: 5.121388 })).toBe(`52°05'26.5"N 5°07'17.0"E`);
  expect(sexagesimalText({ latitude: -33.9249, longitude: -0.0001 })).toBe(`33°55'29.6"S 0°00'00.4"W`);
  // Rounded up it is the next minute, and no 60 seconds.
  expect(sexagesimalText({ latitude: 51.99999, longitude: 0 })).toBe(`52°00'00.0"N 0°00'00.0"E`);
});

it('formats coordinates so that they parse back to the same place', () => {
  const degrees = (most: number) => fc.double({ min: -most, max: most, noNaN: true });
  fc.assert(
    fc.property(degrees(90), degrees(180), (latitude, longitude) => {
      // Within a few metres of 0,0 lies no place: that is another answer of the reader.
      fc.pre(Math.abs(latitude) > 0.001 || Math.abs(longitude) > 0.001);
      for (const [text, off] of [
        [decimalText({ latitude, longitude }), 0.000_001],
        [sexagesimalText({ latitude, longitude }), 0.000_015],
      ] as const) {
        const read = parseCoordinates(text);
        expect(read.ok, text).toBe(true);
        if (!read.ok) continue;
        expect(Math.abs(read.coordinates.latitude - latitude), text).toBeLessThanOrEqual(off);
        expect(Math.abs(read.coordinates.longitude - longitude), text).toBeLessThanOrEqual(off);
      }
    }),
  );
});
