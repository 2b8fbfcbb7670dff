import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { metresBetween } from '@veld/geometry';
import { gridTexts } from './grid-texts';
import { looksLikeGrid } from './use-typed-place';
import { NATIONAL_GRIDS } from './national';
import { readGrids } from './read-grid';

const textsAt = async (latitude: number, longitude: number) =>
  Object.fromEntries((await gridTexts({ latitude, longitude })).map(({ name, text }) => [name, text]));

const read = (text: string, country: string | null = null) => readGrids(text, country)[0] ?? null;

describe('a place in grid references', () => {
  it('has UTM and MGRS everywhere, with the wider zones of Norway and Svalbard', async () => {
    // The tower of Toronto, as maps give it.
    expect(await textsAt(43.642567, -79.387139)).toEqual({ UTM: '17T 630084 4833439', MGRS: '17T PJ 30084 33439' });
    expect((await textsAt(60.39, 5.32))['UTM']).toMatch(/^32V /);
    expect((await textsAt(78.2, 15.6))['UTM']).toMatch(/^33X /);
  });

  it('has neither near the poles', async () => {
    expect(await textsAt(-85, 20)).toEqual({});
    expect(await textsAt(84.5, 20)).toEqual({});
  });

  it('has the national grid of its country', async () => {
    // The tower of Amersfoort is the origin of the Dutch grid.
    expect((await textsAt(52.155174, 5.387204))['Rijksdriehoek (RD)']).toBe('155000 463000');
    // The Ordnance Survey's own worked example, by the seven parameters it gives: TG 51409 13177.
    expect((await textsAt(52.657977, 1.716038))['British National Grid']).toBe('TG 5140 1317');
    // The old observatory of Berne.
    expect((await textsAt(46.951083, 7.438632))['LV95']).toBe('2600000 1200000');
    expect((await textsAt(53.3498, -6.2603))['Irish Grid']).toMatch(/^O 15\d\d 34\d\d$/);
    expect((await textsAt(46.5, 3))['Lambert-93']).toBe('700000 6600000');
    expect((await textsAt(52.2297, 21.0122))['PUWG 1992']).toMatch(/^637\d{3} 486\d{3}$/);
  });

  it('has the square that atlases use', async () => {
    expect((await textsAt(49.55, 8.55))['MTB / TK 25']).toMatch(/^6417\/[1-4]$/);
    expect(await textsAt(-33.925, 18.42)).toMatchObject({ QDGC: '3318CD', Pentad: '3355_1825' });
    expect(await textsAt(-25.75, 28.2)).toMatchObject({ QDGC: '2528CC', Pentad: '2545_2810' });
  });

  it('does not have the grid of a neighbouring country', async () => {
    expect(Object.keys(await textsAt(50.85, 4.35))).toEqual(['UTM', 'MGRS', 'Lambert 72']);
    expect(Object.keys(await textsAt(52.37, 4.9))).toEqual(['UTM', 'MGRS', 'Rijksdriehoek (RD)']);
    expect(Object.keys(await textsAt(40.4, -3.7))).toEqual(['UTM', 'MGRS']);
  });
});

describe('a typed grid reference', () => {
  it('means the centre of its square, with the size of the square as uncertainty', () => {
    expect(read('TQ 301 805')).toMatchObject({ coordinate_uncertainty_m: 71 });
    expect(read('tq3080')).toMatchObject({ coordinate_uncertainty_m: 708 });
    expect(read('31U FT 45 73')).toMatchObject({ coordinate_uncertainty_m: 708 });
    expect(read('31U FT 4 7')).toMatchObject({ coordinate_uncertainty_m: 7072 });
    const trafalgar = read('TQ3001580415')!;
    expect(trafalgar.coordinate_uncertainty_m).toBeNull();
    expect(metresBetween(trafalgar.coordinates, { latitude: 51.508, longitude: -0.1281 })).toBeLessThan(50);
  });

  it('with one letter, or in plain metres, is interpreted by the person’s country', () => {
    expect(read('O 15 34')).toBeNull();
    expect(read('O 15 34', 'NL')).toBeNull();
    expect(metresBetween(read('O 15 34', 'IE')!.coordinates, { latitude: 53.3443, longitude: -6.2674 })).toBeLessThan(1000);
    expect(read('155000 463000')).toBeNull();
    expect(read('155000 463000', 'NL')!.coordinates).toEqual({ latitude: 52.155172, longitude: 5.387204 });
    expect(read('2600000 / 1200000', 'CH')!.coordinates.latitude).toBeCloseTo(46.951, 3);
    expect(read('155000 463000', 'CH')).toBeNull();
  });

  it('in UTM gives its hemisphere by the band, or by N or S', () => {
    const capeTown = { latitude: -33.925, longitude: 18.42 };
    for (const text of ['34H 261503 6243162', '34S 261503 6243162', '34s 261503mE 6243162mN'])
      expect(metresBetween(read(text)!.coordinates, capeTown), text).toBeLessThan(2);
    // Athens lies in band S.
    expect(read('34S 738000 4206000')!.coordinates.latitude).toBeCloseTo(37.97, 1);
    expect(read('31N 645333 5773249')!.coordinates.latitude).toBeCloseTo(52.09, 2);
    expect(read('34C 261503 6243162')).toBeNull();
  });

  it('that is not a place is rejected', () => {
    for (const text of ['', 'TX', 'TQ 301 80', 'ZZ 12 34', '61U FT 45 73', '31U FT 45 7', '31U 12 34', 'II 12 34', 'behind the church'])
      expect(read(text, 'GB'), text).toBeNull();
  });

  it('is tried for text that may be one, but not for coordinates in degrees', () => {
    for (const text of [
      'TQ3080',
      'TQ 3 8',
      '31U FT 4 7',
      '2600000 / 1200000',
      '31U FT 45 73',
      '31UFT4573',
      '155000 463000',
      '34S 261503 6243162',
      'O 15 34',
    ])
      expect(looksLikeGrid(text), text).toBe(true);
    for (const text of ['52.0907, 5.1214', '52', '', 'behind the church', "52°05'26"]) expect(looksLikeGrid(text), text).toBe(false);
  });

  it('converts back to the original place in every grid', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...NATIONAL_GRIDS),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        async (grid, up, across) => {
          const { west, south, east, north } = grid.area;
          const place = { latitude: south + up * (north - south), longitude: west + across * (east - west) };
          for (const { name, text } of await gridTexts(place)) {
            const isReadable = ['UTM', 'MGRS', grid.name].includes(name);
            if (!isReadable) continue;
            const back = read(text, grid.countries[0]);
            expect(back, `${name} ${text}`).not.toBeNull();
            const metres = metresBetween(back!.coordinates, place);
            expect(metres, `${name} ${text}`).toBeLessThan((back!.coordinate_uncertainty_m ?? 2) + 1);
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});
