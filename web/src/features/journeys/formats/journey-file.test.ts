// @vitest-environment happy-dom
import { rounded, type TrackPoint } from '@veld/contract';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ExportedJourney, ExportedRecord } from './exported-journey';
import { JOURNEY_FORMATS, journeyFile, type JourneyFormat } from './journey-file';
import { readTrackFile } from './read-track-file';
import { splitSegments, trackPoints } from './track-points';

const START = Date.UTC(2026, 4, 9, 8);

const point = (seq: number, segment: number, change: Partial<TrackPoint> = {}): TrackPoint => ({
  seq,
  segment,
  t: START + seq * 1000,
  latitude: 52 + seq / 1000,
  longitude: 5.1,
  elevation_m: null,
  accuracy_m: null,
  speed_mps: null,
  source: 'import',
  ...change,
});

const RECORD: ExportedRecord = {
  name: 'Kluut & "co"',
  scientificName: 'Recurvirostra avosetta',
  at: START + 500,
  date: '2026-05-09',
  time: '10:00',
  count: '2',
  latitude: 52.0005,
  longitude: 5.1,
  uncertainty_m: 10,
  notes: '=HYPERLINK("http://x")',
};

const JOURNEY: ExportedJourney = {
  name: 'Walk < dunes',
  notes: 'Rain & "wind"\nCold',
  startedAt: new Date(START).toISOString(),
  segments: [[point(0, 0, { elevation_m: 1.5, accuracy_m: 4, speed_mps: 1.2 }), point(1, 0)], [point(2, 1)]],
  records: [RECORD, { ...RECORD, name: 'Nowhere', at: null, latitude: null, longitude: null }],
};

const textOf = (format: JourneyFormat, journey = JOURNEY) => journeyFile(journey, format).blob.text();
const parse = async (format: JourneyFormat) => new DOMParser().parseFromString(await textOf(format), 'application/xml');

const value = (min: number, max: number) => fc.option(fc.double({ min, max, noNaN: true }), { nil: null });
const points = fc
  .array(
    fc.record({
      gap: fc.boolean(),
      step: fc.integer({ min: -2000, max: 100_000 }),
      // What is at 0, 0 has no position.
      latitude: fc.double({ min: 0.001, max: 89, noNaN: true }),
      // Files have the antimeridian at -180.
      longitude: fc.double({ min: -180, max: 179.999_999_9, noNaN: true }),
      elevation_m: value(-400, 9000),
      accuracy_m: value(0, 500),
      speed_mps: value(0, 40),
      isTimed: fc.boolean(),
    }),
    { minLength: 2, maxLength: 30 },
  )
  .map((steps) => {
    let [segment, t] = [0, START];
    return steps.map(({ gap, step, isTimed, ...values }, seq): TrackPoint => {
      if (gap && seq > 0) segment++;
      t += step;
      return rounded({ ...values, seq, segment, t: isTimed ? t : null, source: 'import' });
    });
  });

describe('a journey as a file', () => {
  it('is the same track once it is read again', async () => {
    await fc.assert(
      fc.asyncProperty(points, async (track) => {
        const { blob } = journeyFile({ ...JOURNEY, segments: splitSegments(track) }, 'gpx');
        const [found] = await readTrackFile(blob, START + 10_000_000);
        expect(trackPoints(found!)).toEqual(track);
        expect([found!.name, found!.notes, found!.skipped]).toEqual([JOURNEY.name, JOURNEY.notes, 0]);
      }),
      { numRuns: 60 },
    );
  });

  it('is valid GPX 1.1: all elements are of the schema, in its order and of its types, also at the ends of the world', async () => {
    const root = (await parse('gpx')).documentElement;
    expect([root.getAttribute('version'), root.getAttribute('creator'), root.getAttribute('xmlns')]).toEqual([
      '1.1',
      'Veld',
      'http://www.topografix.com/GPX/1/1',
    ]);
    checkGpx(root);
    expect([...root.querySelectorAll('wpt > name')].map(({ textContent }) => textContent)).toEqual([RECORD.name]);
    const ends = [
      point(0, 0, { latitude: 90, longitude: 180 }),
      point(1, 0, { latitude: -0.000_000_1, longitude: 0.000_000_2, elevation_m: -0.1, accuracy_m: 0 }),
      point(2, 0, { latitude: -90, longitude: -180, t: null }),
    ];
    const { blob } = journeyFile({ ...JOURNEY, notes: '\u0000\u001F \uFFFE ]]> &amp;', segments: [ends] }, 'gpx');
    checkGpx(new DOMParser().parseFromString(await blob.text(), 'application/xml').documentElement);
  });

  it('has numbers without exponents in KML', async () => {
    const kml = await textOf('kml', { ...JOURNEY, segments: [[point(0, 0, { latitude: 0.000_000_1 }), point(1, 0)]] });
    expect(kml).toContain('<gx:coord>5.1 0.0000001</gx:coord>');
  });

  it('has as KML its gaps and times, which can be read again', async () => {
    const [found] = await readTrackFile(journeyFile(JOURNEY, 'kml').blob, START + 10_000_000);
    expect(found!.segments.map((segment) => segment.map(({ t }) => t))).toEqual([[START, START + 1000], [START + 2000]]);
    const untimed = JOURNEY.segments.map((segment) => segment.map((one) => ({ ...one, t: null })));
    const [line] = await readTrackFile(journeyFile({ ...JOURNEY, segments: untimed }, 'kml').blob, START);
    expect(line).toMatchObject({
      times: 'missing',
      segments: [
        [{ latitude: 52, elevation_m: 1.5 }, { latitude: 52.001 }],
        [{ latitude: 52.002 }, { latitude: 52.002 }],
      ],
    });
  });

  it('has as GeoJSON a line for each segment, with times, and a point for each record with a place', async () => {
    const { features } = JSON.parse(await textOf('geojson')) as GeoJSON.FeatureCollection;
    expect(features.map(({ geometry }) => geometry.type)).toEqual(['MultiLineString', 'Point']);
    const [track] = features as [GeoJSON.Feature<GeoJSON.MultiLineString>];
    // A line has at least two positions.
    expect(track.geometry.coordinates).toEqual([
      [
        [5.1, 52, 1.5],
        [5.1, 52.001],
      ],
      [
        [5.1, 52.002],
        [5.1, 52.002],
      ],
    ]);
    expect(track.properties!['coordinateProperties']).toMatchObject({
      times: [['2026-05-09T08:00:00.000Z', '2026-05-09T08:00:01.000Z'], {}],
    });
  });

  it('has as CSV its points, or its records without a formula for spreadsheets', async () => {
    expect((await textOf('points_csv')).split('\r\n')).toEqual([
      '\u{FEFF}segment,time_utc,latitude,longitude,elevation_m,accuracy_m,speed_mps',
      '1,2026-05-09T08:00:00.000Z,52,5.1,1.5,4,1.2',
      '1,2026-05-09T08:00:01.000Z,52.001,5.1,,,',
      '2,2026-05-09T08:00:02.000Z,52.002,5.1,,,',
      '',
    ]);
    expect((await textOf('records_csv')).split('\r\n')[1]).toBe(
      `2026-05-09,10:00,"Kluut & ""co""",Recurvirostra avosetta,2,52.0005,5.1,10,"'=HYPERLINK(""http://x"")"`,
    );
  });

  it('has a name that every system allows, and an ending for its format', () => {
    expect(JOURNEY_FORMATS.map((format) => journeyFile(JOURNEY, format).name)).toEqual([
      'Walk dunes.gpx',
      'Walk dunes.geojson',
      'Walk dunes.kml',
      'Walk dunes records.csv',
      'Walk dunes points.csv',
    ]);
  });
});

/** The elements of GPX 1.1 in the order of its schema. */
const POINT = 'ele time magvar geoidheight name cmt desc src link sym type fix sat hdop vdop pdop ageofdgpsdata dgpsid extensions'.split(
  ' ',
);
const SCHEMA: Record<string, readonly string[]> = {
  gpx: ['metadata', 'wpt', 'rte', 'trk', 'extensions'],
  metadata: ['name', 'desc', 'author', 'copyright', 'link', 'time', 'keywords', 'bounds', 'extensions'],
  trk: ['name', 'cmt', 'desc', 'src', 'link', 'number', 'type', 'extensions', 'trkseg'],
  trkseg: ['trkpt', 'extensions'],
  trkpt: POINT,
  wpt: POINT,
};
const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)$/;
const DATE_TIME = /^-?\d{4,}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)?$/;
/** The types of the schema, where texts are not of any kind. */
const TYPES: Record<string, RegExp> = { ele: DECIMAL, time: DATE_TIME };

/** Checks elements against the schema of GPX 1.1 (https://www.topografix.com/GPX/1/1/gpx.xsd). Extensions may have anything. */
function checkGpx(element: Element): void {
  const order = SCHEMA[element.localName];
  const places = [...element.children].map((child) => (order ? order.indexOf(child.localName) : 0));
  expect(places, element.localName).toEqual(places.toSorted((one, other) => one - other));
  expect(places, element.localName).not.toContain(-1);
  if (TYPES[element.localName]) expect(element.textContent).toMatch(TYPES[element.localName]!);
  if (order === POINT) {
    const [latitude, longitude] = [element.getAttribute('lat')!, element.getAttribute('lon')!];
    expect(latitude).toMatch(DECIMAL);
    expect(longitude).toMatch(DECIMAL);
    expect(Math.abs(Number(latitude))).toBeLessThanOrEqual(90);
    expect(Number(longitude)).toBeGreaterThanOrEqual(-180);
    expect(Number(longitude)).toBeLessThan(180);
  }
  if (element.localName !== 'extensions') for (const child of element.children) checkGpx(child);
}
