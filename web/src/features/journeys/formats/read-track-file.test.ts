// @vitest-environment happy-dom
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TrackPoint } from '@veld/contract';
import { FitBaseType, FitEncoder } from 'fit-file-parser/encoder';
import { describe, expect, it } from 'vitest';
import { mendXml } from '../../../device/mend-xml';
import { MAX_TRACK_BYTES, readTrackFile } from './read-track-file';
import { TrackFileError } from './track-file';
import { timeSpan, trackPoints } from './track-points';

const NOW = Date.UTC(2026, 4, 10);
const read = (content: string | Uint8Array<ArrayBuffer>) => readTrackFile(new Blob([content]), NOW);

async function faultOf(content: string | Uint8Array<ArrayBuffer>): Promise<string> {
  try {
    await read(content);
  } catch (error) {
    if (error instanceof TrackFileError) return error.fault;
    throw error;
  }
  return 'none';
}

const gpx = (inside: string) => `<?xml version="1.0"?><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1">${inside}</gpx>`;
const at = (time: string) => Date.parse(`2026-05-09T${time}Z`);
const trkpt = (latitude: string | number, time: string | null, more = '') =>
  `<trkpt lat="${latitude}" lon="5.1">${time ? `<time>2026-05-09T${time}</time>` : ''}${more}</trkpt>`;

describe('a GPX file', () => {
  it('has tracks with segments, and points with all that Veld keeps', async () => {
    const more =
      '<ele>12.5</ele><extensions><a:accuracy xmlns:a="urn:a">4</a:accuracy><b:x xmlns:b="urn:b"><b:speed>1.25</b:speed></b:x></extensions>';
    const [track, ...others] = await read(
      gpx(`<metadata><name>Walk</name><desc>Rain</desc></metadata>
        <trk><trkseg>${trkpt(52, '08:00:00Z', more)}${trkpt(52.1, '08:00:10.5Z')}</trkseg><trkseg>${trkpt(52.2, '08:10:00')}</trkseg></trk>`),
    );
    expect(others).toEqual([]);
    expect(track).toEqual({
      name: 'Walk',
      notes: 'Rain',
      skipped: 0,
      lostTimes: 0,
      isCut: false,
      times: 'known',
      segments: [
        [
          { t: at('08:00:00'), latitude: 52, longitude: 5.1, elevation_m: 12.5, accuracy_m: 4, speed_mps: 1.25 },
          { t: at('08:00:10.5'), latitude: 52.1, longitude: 5.1, elevation_m: null, accuracy_m: null, speed_mps: null },
        ],
        // A time without a zone is in UTC.
        [{ t: at('08:10:00'), latitude: 52.2, longitude: 5.1, elevation_m: null, accuracy_m: null, speed_mps: null }],
      ],
    });
    const points = trackPoints(track!);
    expect(points.map(({ seq, segment, source }) => [seq, segment, source])).toEqual([
      [0, 0, 'import'],
      [1, 0, 'import'],
      [2, 1, 'import'],
    ]);
    expect(points.every((point) => TrackPoint.safeParse(point).success)).toBe(true);
    expect(timeSpan(points)).toEqual({ from: at('08:00:00'), to: at('08:10:00') });
  });

  it('is read although version 1.0 has its name and the speed of points elsewhere', async () => {
    const [track] = await read(
      `<gpx version="1.0"><name>Old</name><trk><trkseg>${trkpt(52, '08:00:00Z', '<speed>2</speed>')}${trkpt(53, '09:00:00Z')}</trkseg></trk></gpx>`,
    );
    expect([track!.name, track!.segments[0]![0]!.speed_mps]).toEqual(['Old', 2]);
  });

  it('may have several tracks, each with its own name, and else a route', async () => {
    const one = (name: string) => `<trk><name>${name}</name><trkseg>${trkpt(52, '08:00:00Z')}${trkpt(53, '08:00:10Z')}</trkseg></trk>`;
    const route = '<rte><name>Plan</name><rtept lat="1" lon="2"/><rtept lat="2" lon="3"/></rte>';
    expect((await read(gpx(`${one('A')}<trk><name>empty</name></trk>${one('B')}${route}`))).map(({ name }) => name)).toEqual(['A', 'B']);
    expect(await read(gpx(route))).toMatchObject([{ name: 'Plan', times: 'missing', segments: [[{ t: null }, { t: null }]] }]);
  });

  it('loses points without a place, and times that cannot be, but no others', async () => {
    const [track] = await read(
      gpx(`<trk><trkseg>${trkpt('undefined', '08:00:00Z')}${trkpt(91, '08:00:01Z')}${trkpt('', '08:00:02Z')}<trkpt lat="0" lon="0"/>
        ${trkpt(52, '08:00:03Z')}${trkpt(53, null)}${trkpt(54, '08:00:05Z', '<ele>bad</ele>')}</trkseg></trk>`),
    );
    expect([track!.skipped, track!.times]).toEqual([4, 'known']);
    expect(track!.segments[0]!.map(({ t }) => t)).toEqual([at('08:00:03'), null, at('08:00:05')]);
    const early = `<trkpt lat="1" lon="2"><time>1901-12-13T20:45:52.207Z</time></trkpt>`;
    const late = `<trkpt lat="2" lon="2"><time>2036-12-13T20:45:52Z</time></trkpt>`;
    const [impossible] = await read(gpx(`<trk><trkseg>${early}${late}</trkseg></trk>`));
    expect(impossible).toMatchObject({ times: 'impossible', segments: [[{ t: null }, { t: null }]] });
  });
});

describe('a file of a careless writer', () => {
  const points = Array.from({ length: 20 }, (_, index) => trkpt(52 + index / 1000, `08:00:${10 + index}Z`));

  it('has all complete points if it ends too early, wherever that is', async () => {
    const whole = gpx(
      `<trk><name>Walk</name><trkseg>${points.slice(0, 10).join('')}</trkseg><trkseg>${points.slice(10).join('')}</trkseg></trk>`,
    );
    for (let length = whole.indexOf(points[3]!); length < whole.length - '</gpx>'.length; length += 7) {
      const complete = points.filter((point) => whole.indexOf(point) + point.length <= length).length;
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const [track] = await read(whole.slice(0, length));
      expect([track!.isCut, track!.segments.flat().length]).toEqual([true, complete]);
    }
  });

  it('is read in TCX and KML too', async () => {
    const tcx = `<TrainingCenterDatabase><Activities><Activity><Lap><Track>${[1, 2, 3].map((at) => `<Trackpoint><Time>2026-05-09T08:00:0${at}Z</Time><Position><LatitudeDegrees>52,${at}</LatitudeDegrees><LongitudeDegrees>5,1</LongitudeDegrees></Position></Trackpoint>`).join('')}`;
    const [lap] = await read(tcx.slice(0, -30));
    expect([lap!.isCut, lap!.segments.flat().map(({ latitude }) => latitude)]).toEqual([true, [52.1, 52.2]]);
    const [line] = await read('<kml><Document><Placemark><LineString><coordinates>5,52 5.1,52.1 5.2,52');
    expect([line!.isCut, line!.segments.flat().map(({ latitude }) => latitude)]).toEqual([true, [52, 52.1]]);
    const timed =
      '<kml><Placemark><gx:Track><when>2026-05-09T08:00:00Z</when><when>2026-05-09T08:01:00Z</when><when>2026-05-09T08:02:00Z</when><gx:coord>5 52</gx:coord><gx:coord>5 52.1</gx:coord><gx:coord>5 52';
    const [way] = await read(timed);
    expect([way!.isCut, way!.segments.flat().map(({ t }) => t)]).toEqual([true, [at('08:00:00'), at('08:01:00')]]);
  });

  it('may use prefixes that it does not declare', async () => {
    const more = '<extensions><gpxtpx:TrackPointExtension gpxtpx:a="1"><gpxtpx:hr>90</gpxtpx:hr></gpxtpx:TrackPointExtension></extensions>';
    const text = gpx(`<trk><trkseg>${trkpt(52, '08:00:00Z', more)}${trkpt(53, '08:00:10Z', more)}</trkseg></trk>`);
    expect(mendXml(text)).toEqual({ text: text.replace('<gpx ', '<gpx xmlns:gpxtpx="urn:undeclared:gpxtpx" '), isCut: false });
    const [track] = await read(text);
    expect([track!.isCut, track!.segments[0]!.length]).toEqual([false, 2]);
    // Of an attribute alone, which the parser of this test would forgive.
    const located = gpx('').replace('<gpx ', '<gpx xsi:schemaLocation="http://www.topografix.com/GPX/1/1 gpx.xsd" ');
    expect(mendXml(located).text).toBe(located.replace('<gpx ', '<gpx xmlns:xsi="urn:undeclared:xsi" '));
  });

  it('may write decimal commas', async () => {
    const comma = (latitude: string, seconds: string) =>
      `<trkpt lat="${latitude}" lon="5,1"><ele>12,5</ele><time>2026-05-09T08:00:${seconds}Z</time></trkpt>`;
    const [track] = await read(gpx(`<trk><trkseg>${comma('52,25', '00')}${comma('-52,5', '10')}</trkseg></trk>`));
    expect(track!.segments[0]!.map(({ latitude, longitude, elevation_m }) => [latitude, longitude, elevation_m])).toEqual([
      [52.25, 5.1, 12.5],
      [-52.5, 5.1, 12.5],
    ]);
    const kml = await read(
      '<kml><Placemark><LineString><coordinates>5,1,52,25 5,2,52,5,3 5,2,52,6,3,5</coordinates></LineString></Placemark></kml>',
    );
    expect(kml[0]!.segments[0]!.map(({ latitude, longitude, elevation_m }) => [latitude, longitude, elevation_m])).toEqual([
      [52.25, 5.1, null],
      [52.5, 5.2, 3],
      [52.6, 5.2, 3.5],
    ]);
  });

  it('has its times by one rule, whatever the zone of the device', async () => {
    const times = [
      '2026-05-09 08:00:00',
      '2026-05-09T08:00',
      '2026-05-09 08:00:00Z',
      '2026-05-09T10:00:00+02:00',
      '2026-05-09T10:00:00.0+0200',
      '2026-05-09 10:00:00 +02',
      '2026-05-09 08:00:00 UTC',
    ];
    const other = ['09/05/2026 08:00', 'May 9, 2026 08:00', '1970-01-01T00:00:00Z', '1980-01-06T00:00:00Z', '2027-05-09T08:00:00Z'];
    const point = (time: string) => `<trkpt lat="52" lon="5"><time>${time}</time></trkpt>`;
    const [track] = await read(gpx(`<trk><trkseg>${[...times, ...other].map(point).join('')}</trkseg></trk>`));
    expect(track!.segments[0]!.map(({ t }) => t)).toEqual([...times.map(() => at('08:00:00')), ...other.map(() => null)]);
    expect(track!.lostTimes).toBe(other.length);
  });
});

describe('a KML file', () => {
  it('has the times of its tracks, and gaps where it has them', async () => {
    const track = (minute: number) =>
      `<gx:Track><when>2026-05-09T08:${minute}0:00Z</when><when>2026-05-09T08:${minute}1:00Z</when><gx:coord>5.1 52 3</gx:coord><gx:coord>5.2 52.1</gx:coord></gx:Track>`;
    const [found] = await read(
      `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document><Placemark><name>Marsh</name>
        <gx:MultiTrack>${track(0)}${track(3)}</gx:MultiTrack></Placemark><Placemark><name>Gate</name><Point><coordinates>5,52</coordinates></Point></Placemark></Document></kml>`,
    );
    expect([found!.name, found!.times, found!.segments.length]).toEqual(['Marsh', 'known', 2]);
    expect(found!.segments.flat().map(({ t }) => t)).toEqual(['08:00', '08:01', '08:30', '08:31'].map((time) => at(`${time}:00`)));
    expect(found!.segments[0]!.map(({ elevation_m }) => elevation_m)).toEqual([3, null]);
  });

  it('may have a line without times, or only places', async () => {
    const kml = (inside: string) => `<kml xmlns="http://www.opengis.net/kml/2.2"><Placemark>${inside}</Placemark></kml>`;
    const line = '<LineString><coordinates>5,52,1 5.1,52.1,2</coordinates></LineString>';
    expect(await read(kml(line))).toMatchObject([{ times: 'missing', segments: [[{ t: null, elevation_m: 1 }, {}]] }]);
    expect(await faultOf(kml('<Point><coordinates>5,52</coordinates></Point>'))).toBe('places');
  });
});

describe('a TCX file', () => {
  const point = (time: string, latitude: number | null) =>
    `<Trackpoint><Time>2026-05-09T${time}Z</Time>${latitude === null ? '' : `<Position><LatitudeDegrees>${latitude}</LatitudeDegrees><LongitudeDegrees>5.1</LongitudeDegrees></Position>`}<AltitudeMeters>7</AltitudeMeters></Trackpoint>`;
  const tcx = (laps: string) =>
    `<?xml version="1.0"?><TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"><Activities><Activity><Notes>Wind</Notes>${laps}</Activity></Activities></TrainingCenterDatabase>`;

  it('goes on from lap to lap, and is apart at pauses', async () => {
    const [track] = await read(
      tcx(
        `<Lap><Track>${point('08:00:00', 52)}${point('08:00:05', null)}</Track><Track>${point('08:20:00', 52.1)}</Track></Lap>
         <Lap><Track>${point('08:20:10', 52.2)}</Track></Lap><Lap><Track>${point('09:20:10', 52.3)}</Track></Lap>`,
      ),
    );
    expect(track!.segments.map((points) => points.map(({ latitude }) => latitude))).toEqual([[52], [52.1, 52.2], [52.3]]);
    expect([track!.notes, track!.segments[0]![0]!.elevation_m]).toEqual(['Wind', 7]);
  });

  it('without a track says so', async () => {
    expect(await faultOf(tcx('<Lap></Lap>'))).toBe('no_track');
  });
});

describe('a FIT file', () => {
  const semicircles = (degrees: number) => Math.round((degrees * 2 ** 31) / 180);
  const stamp = (time: string) => FitEncoder.toFitTimestamp(new Date(at(time)));
  const uint32 = (number: number, value: number) => ({ number, size: 4, baseType: FitBaseType.Uint32, value });
  const record = (fit: FitEncoder, time: string, latitude: number) =>
    fit.writeMessage(20, [
      uint32(253, stamp(time)),
      { number: 0, size: 4, baseType: FitBaseType.Sint32, value: semicircles(latitude) },
      { number: 1, size: 4, baseType: FitBaseType.Sint32, value: semicircles(-5.1) },
      { number: 2, size: 2, baseType: FitBaseType.Uint16, value: (20 + 500) * 5 },
      { number: 6, size: 2, baseType: FitBaseType.Uint16, value: 1500 },
      { number: 31, size: 1, baseType: FitBaseType.Uint8, value: 255 },
    ]);
  const fit = () => {
    const encoder = new FitEncoder({ protocolVersion: 0x20 });
    record(encoder, '08:00:00', 52);
    record(encoder, '08:00:10', 52.1);
    encoder.writeMessage(21, [
      uint32(253, stamp('08:00:11')),
      { number: 0, size: 1, baseType: FitBaseType.Enum, value: 0 },
      { number: 1, size: 1, baseType: FitBaseType.Enum, value: 4 },
    ]);
    // A record of a heart rate, without a position.
    encoder.writeMessage(20, [uint32(253, stamp('08:05:00')), { number: 3, size: 1, baseType: FitBaseType.Uint8, value: 70 }]);
    record(encoder, '08:30:00', 52.2);
    return new Uint8Array(encoder.close());
  };

  it('has positions, times, heights and speeds, and a new segment after each stop', async () => {
    const [track] = await read(fit());
    expect(track!.segments.map(({ length }) => length)).toEqual([2, 1]);
    const [first] = trackPoints(track!);
    expect(first).toEqual({
      seq: 0,
      segment: 0,
      t: at('08:00:00'),
      latitude: 52,
      longitude: -5.1,
      elevation_m: 20,
      accuracy_m: null,
      speed_mps: 1.5,
      source: 'import',
    });
  });

  it('that was cut short has its whole messages, and one that was changed is damaged', async () => {
    const whole = fit();
    const [cut] = await read(whole.slice(0, -9));
    expect([cut!.isCut, cut!.segments.flat().length]).toEqual([true, 2]);
    const changed = whole.slice();
    changed[40] = changed[40]! ^ 1;
    expect(await faultOf(changed)).toBe('damaged');
  });
});

describe('a file without a track', () => {
  it('is refused with a single fault', async () => {
    const whole = gpx(`<trk><trkseg>${trkpt(52, '08:00:00Z')}${trkpt(53, '08:00:10Z')}</trkseg></trk>`);
    expect(await faultOf('')).toBe('empty');
    expect(await faultOf('  \n')).toBe('empty');
    expect(await faultOf('PK\u0003\u0004 something zipped')).toBe('compressed');
    expect(await faultOf(new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]))).toBe('compressed');
    expect(await faultOf('{"type":"FeatureCollection"}')).toBe('unknown');
    expect(await faultOf('<html><body/></html>')).toBe('unknown');
    expect(await faultOf(whole.replaceAll('</trkpt>', '</trk>'))).toBe('damaged');
    expect(await faultOf(`<!DOCTYPE gpx [<!ENTITY a "aaaa">]>${whole}`)).toBe('damaged');
    expect(await faultOf(gpx('<wpt lat="1" lon="2"/>'))).toBe('places');
    expect(await faultOf(gpx('<trk><trkseg/></trk>'))).toBe('no_track');
    expect(await faultOf(gpx(`<trk><trkseg>${trkpt('x', '08:00:00Z')}</trkseg></trk>`))).toBe('points');
    expect(await faultOf(gpx(`<trk><trkseg>${trkpt(52, '08:00:00Z')}</trkseg></trk>`))).toBe('short');
    expect(await faultOf(new Uint8Array(MAX_TRACK_BYTES + 1))).toBe('too_large');
  });
});

const FOLDER = join(process.env.VELD_SAMPLES ?? '', 'gpx');
const files = process.env.VELD_SAMPLES && existsSync(FOLDER) ? readdirSync(FOLDER) : [];
// The DOM of these tests cannot read CDATA, which browsers do.
const readable = files.filter((file) => !readFileSync(join(FOLDER, file), 'utf8').includes('<![CDATA['));
// It refuses the XML declaration of the first, too; browsers find that no point has coordinates.
const REFUSED: Record<string, string> = {
  'bad.gpx': 'damaged',
  'unicode_with_bom.gpx': 'places',
  'gpx1.0_with_all_fields.gpx': 'short',
  'gpx1.1_with_all_fields.gpx': 'short',
};
const UNTIMED: Record<string, string> = {
  'Mojstrovka.gpx': 'impossible',
  'trek.gpx': 'missing',
  'cerknicko-without-times.gpx': 'missing',
  'track-with-extremes.gpx': 'missing',
};
describe.skipIf(readable.length === 0)('real GPX files, in the folder VELD_SAMPLES', () => {
  it.each(readable)('are read or refused: %s', async (file) => {
    const content = new Uint8Array(readFileSync(join(FOLDER, file)));
    if (REFUSED[file]) {
      expect(await faultOf(content)).toBe(REFUSED[file]);
      return;
    }
    const [track] = await read(content);
    expect(track!.times).toBe(UNTIMED[file] ?? track!.times);
    expect(trackPoints(track!).every((point) => TrackPoint.safeParse(point).success)).toBe(true);
  });
});
