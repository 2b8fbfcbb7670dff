import type { ExpandedTags } from 'exifreader';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readTagFacts, readPhotoFacts } from './photo-facts';

const NOW = new Date('2026-06-01T12:00:00Z');
const tag = (value: unknown) => ({ id: 0, value, description: '' }) as never;
const exifOf = (values: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, tag(Array.isArray(value) ? value : [value])]),
  ) as ExpandedTags['exif'];
const xmpOf = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value, attributes: {}, description: value }])) as never;
const gpsAt = (day: string, hours: number, minutes: number, seconds = 0) => ({
  GPSDateStamp: day,
  GPSTimeStamp: [
    [hours, 1],
    [minutes, 1],
    [seconds, 1],
  ],
});

const AUSTIN = { Latitude: 30.2667, Longitude: -97.7333 };
const zones = (latitude: number, longitude: number) =>
  longitude < 0 ? 'America/Chicago' : latitude < 0 ? 'Africa/Johannesburg' : 'Europe/Warsaw';
const read = (tags: ExpandedTags) => readTagFacts(tags, zones, NOW);
const when = (tags: ExpandedTags) => {
  const { taken_on, taken_time, taken_second, taken_at, doubt } = read(tags);
  return { at: [taken_on, taken_time, taken_second], taken_at, doubt };
};

describe('the time of a photo', () => {
  it('is the wall clock of its place, by the offset that the camera wrote', () => {
    const exif = exifOf({ DateTimeOriginal: '2026:04:10 16:25:35', OffsetTimeOriginal: '+02:00' });
    const chicago = { at: ['2026-04-10', '09:25', 35], taken_at: '2026-04-10T14:25:35.000Z', doubt: undefined };
    expect(when({ exif, gps: AUSTIN })).toEqual(chicago);
    const night = exifOf({ DateTimeOriginal: '2026:04:11 01:10:00', OffsetTime: '+02:00' });
    expect(when({ exif: night, gps: AUSTIN }).at).toEqual(['2026-04-10', '18:10', 0]);
    // Without a place the camera's clock stays, and its instant is kept for when there is one.
    expect(when({ exif })).toEqual({ ...chicago, at: ['2026-04-10', '16:25', 35] });
    for (const offset of ['   :  ', '+99:00', 'local'])
      expect(when({ exif: exifOf({ DateTimeOriginal: '2026:04:10 16:25:35', OffsetTimeOriginal: offset }), gps: AUSTIN }).at).toEqual([
        '2026-04-10',
        '16:25',
        35,
      ]);
  });

  it('is corrected by the GPS where the camera has the clock of another time zone, and only there', () => {
    const taken = (time: string, gps: object) => when({ exif: exifOf({ DateTimeOriginal: `2026:04:10 ${time}`, ...gps }), gps: AUSTIN }).at;
    expect(taken('16:25:35', gpsAt('2026:04:10', 14, 25, 30))).toEqual(['2026-04-10', '09:25', 35]);
    // The clock of the place, with a fix of the same moment and an old one.
    expect(taken('09:25:35', gpsAt('2026:04:10', 14, 25, 30))).toEqual(['2026-04-10', '09:25', 35]);
    expect(taken('09:25:35', gpsAt('2026:04:10', 14, 10, 30))).toEqual(['2026-04-10', '09:25', 35]);
    expect(taken('09:25:35', gpsAt('2026:04:10', 12, 3, 30))).toEqual(['2026-04-10', '09:25', 35]);
  });

  it('is that of the GPS if the camera wrote none', () => {
    const exif = exifOf(gpsAt('2026:04:10', 14, 25, 35));
    expect(when({ exif, gps: AUSTIN }).at).toEqual(['2026-04-10', '09:25', 35]);
    expect(when({ exif }).at).toEqual([null, null, undefined]);
    expect(when({ exif: exifOf(gpsAt('2026:04:10', 25, 0)), gps: AUSTIN }).at).toEqual([null, null, undefined]);
    expect(when({ exif: exifOf(gpsAt('2046:04:10', 14, 0)), gps: AUSTIN }).at).toEqual([null, null, undefined]);
  });

  it('and the place are read from XMP where EXIF has none', () => {
    const place = { GPSLatitude: '33,55.0S', GPSLongitude: '18,25,30E' };
    expect(read({ xmp: xmpOf({ ...place, DateTimeOriginal: '2026-05-17T07:42:30' }) })).toMatchObject({
      latitude: -33.916667,
      longitude: 18.425,
      taken_on: '2026-05-17',
      taken_time: '07:42',
      taken_second: 30,
    });
    expect(when({ xmp: xmpOf({ ...place, DateCreated: '2026-05-17T07:42:30.25Z' }) }).at).toEqual(['2026-05-17', '09:42', 30]);
    expect(when({ xmp: xmpOf({ CreateDate: '2026-05-17T07:42+02:00' }) })).toMatchObject({ at: ['2026-05-17', '07:42', undefined] });
    expect(when({ xmp: xmpOf({ DateCreated: '2026-05-17' }) }).at).toEqual(['2026-05-17', null, undefined]);
    expect(when({ xmp: xmpOf({ ...place, GPSTimeStamp: '2026-05-17T07:42:30Z' }) }).at).toEqual(['2026-05-17', '09:42', 30]);
    expect(read({ xmp: xmpOf({ GPSLatitude: '-33.9', GPSLongitude: '18.4' }) })).toMatchObject({ latitude: -33.9, longitude: 18.4 });
    for (const odd of ['north', '95,0N', '']) expect(read({ xmp: xmpOf({ GPSLatitude: odd, GPSLongitude: '18,0E' }) }).latitude).toBeNull();
  });

  it('in EXIF gets the offset that XMP has for the same clock', () => {
    const exif = exifOf({ DateTimeOriginal: '2026:04:10 16:25:35' });
    expect(when({ exif, xmp: xmpOf({ CreateDate: '2026-04-10T16:25:35+02:00' }), gps: AUSTIN }).at).toEqual(['2026-04-10', '09:25', 35]);
    expect(when({ exif, xmp: xmpOf({ CreateDate: '2026-04-12T16:25:35+02:00' }), gps: AUSTIN }).at).toEqual(['2026-04-10', '16:25', 35]);
  });

  it.each([
    ['1970:01:01 00:00:12', 'unset', '1970-01-01', '00:00'],
    ['1980:01:06 11:00:00', 'unset', '1980-01-06', '11:00'],
    ['2000:01:01 13:40:00', 'unset', '2000-01-01', '13:40'],
    ['2012:01:01 00:02:00', 'unset', '2012-01-01', '00:02'],
    ['2031:05:10 08:14:33', 'future', '2031-05-10', '08:14'],
  ])('is not taken from a clock that cannot be right: %s', (text, reason, on, time) => {
    const found = when({ exif: exifOf({ DateTimeOriginal: text }) });
    expect(found.at).toEqual([null, null, undefined]);
    expect(found.doubt).toMatchObject({ reason, on, time });
    const withGps = when({ exif: exifOf({ DateTimeOriginal: text, ...gpsAt('2026:04:10', 14, 25, 35) }), gps: AUSTIN });
    expect(withGps.doubt?.gps).toEqual({ on: '2026-04-10', time: '09:25', at: '2026-04-10T14:25:35.000Z' });
  });

  it('is asked for if the GPS has a date of another week, but not if its weeks have started over', () => {
    const camera = { DateTimeOriginal: '2019:04:10 16:25:35' };
    expect(when({ exif: exifOf({ ...camera, ...gpsAt('2026:04:10', 14, 25) }), gps: AUSTIN }).doubt).toMatchObject({
      reason: 'gps',
      on: '2019-04-10',
    });
    const rollover = { DateTimeOriginal: '2026:04:10 09:25:35', ...gpsAt('2006:08:25', 14, 25) };
    expect(when({ exif: exifOf(rollover), gps: AUSTIN }).at).toEqual(['2026-04-10', '09:25', 35]);
  });

  it('may be that of a New Year’s walk, of tomorrow elsewhere, or of long ago', () => {
    for (const text of ['2024:01:01 09:12:00', '2026:06:01 23:50:00', '1994:05:10 08:14:33'])
      expect(when({ exif: exifOf({ DateTimeOriginal: text }) }).doubt, text).toBeUndefined();
  });

  const cases = process.env.VELD_SAMPLES && join(process.env.VELD_SAMPLES, 'cases');
  it.skipIf(!cases || !existsSync(cases))('is read from the files of cameras (VELD_SAMPLES)', async () => {
    const factsIn = (name: string) => readPhotoFacts(new Uint8Array(readFileSync(join(cases!, name))).buffer, NOW);
    expect(await factsIn('exif-offset-home-clock-abroad.jpg')).toMatchObject({
      taken_on: '2026-04-10',
      taken_time: '09:25',
      latitude: 30.266667,
    });
    expect(await factsIn('xmp-only.jpg')).toMatchObject({
      taken_on: '2026-05-17',
      taken_time: '07:42',
      latitude: -33.916667,
      longitude: 18.416667,
    });
  });
});
