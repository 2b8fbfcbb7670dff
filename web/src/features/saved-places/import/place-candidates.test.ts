// @vitest-environment happy-dom
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MAX_VERTICES, PlaceGeometry, vertexCount } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import { measureArea } from '@veld/geometry';
import { isInside } from '../../../local/device/place-shape';
import { placeCandidates } from './place-candidates';
import { PlacesFileError, readPlacesFile } from './read-places-file';

const read = async (content: string | Uint8Array<ArrayBuffer>) => placeCandidates(await readPlacesFile(new Blob([content])));
const geojson = (...geometries: object[]) =>
  JSON.stringify({ type: 'FeatureCollection', features: geometries.map((geometry) => ({ type: 'Feature', properties: {}, geometry })) });
const faultOf = (content: string | Uint8Array<ArrayBuffer>) =>
  read(content).then(
    () => null,
    (error: unknown) => (error instanceof PlacesFileError ? error.fault : error),
  );

const GPX = `<?xml version="1.0"?><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1">
  <wpt lat="52.1" lon="5.1"><ele>12</ele><name>Hide</name><desc>Bring a scope</desc></wpt>
  <wpt lat="52.2" lon="5.2"/>
  <rte><name>Round</name><rtept lat="52" lon="5"/><rtept lat="52.1" lon="5"/></rte>
  <trk><name>Walk</name>
    <trkseg><trkpt lat="52" lon="6"><ele>3</ele></trkpt><trkpt lat="52" lon="6.1"/></trkseg>
    <trkseg><trkpt lat="53" lon="6"/><trkpt lat="53" lon="6.1"/></trkseg>
  </trk></gpx>`;
const KML = `<kml xmlns="http://www.opengis.net/kml/2.2"><Document><Folder><Placemark><name>Marsh</name>
  <description>&lt;b>Wet&lt;/b> in &lt;i>May&lt;/i></description>
  <Polygon><outerBoundaryIs><LinearRing><coordinates>5,52,0 5.1,52,0 5.1,52.1,0 5,52.1,0 5,52,0</coordinates></LinearRing></outerBoundaryIs></Polygon>
  </Placemark></Folder></Document></kml>`;

describe('the places of a file', () => {
  it('are one each where they cross the antimeridian: the short way, beyond 180 degrees, from 0 to 360, or cut in two', async () => {
    const box = (west: number, east: number) => [
      [west, -17.1],
      [east, -17.1],
      [east, -16.9],
      [west, -16.9],
      [west, -17.1],
    ];
    const kml = `<kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><name>Strip</name><Polygon><outerBoundaryIs><LinearRing><coordinates>
      179.9,-17.1 -179.9,-17.1 -179.9,-16.9 179.9,-16.9 179.9,-17.1</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></kml>`;
    const files = [
      geojson({ type: 'Polygon', coordinates: [box(179.9, -179.9)] }),
      geojson({ type: 'Polygon', coordinates: [box(179.9, 180.1)] }),
      geojson({ type: 'Polygon', coordinates: [box(-180.1, -179.9)] }),
      geojson({ type: 'MultiPolygon', coordinates: [[box(179.9, 180)], [box(-180, -179.9)]] }),
      geojson({ type: 'MultiPolygon', coordinates: [[box(-180, -179.9)], [box(179.9, 180).toReversed()]] }),
      kml,
    ];
    for (const file of files) {
      const { candidates, unusable } = await read(file);
      expect([candidates.length, unusable]).toEqual([1, 0]);
      const { geometry, longitude } = candidates[0]!;
      // 21.3 km by 22.2 km.
      expect(measureArea((geometry as Extract<PlaceGeometry, { type: 'Polygon' }>).coordinates) / 10_000).toBeCloseTo(47_292, -2);
      expect(Math.abs(longitude)).toBeGreaterThan(179.9);
      for (const inside of [180, -180, 179.95, -179.95]) expect(isInside(geometry!, { latitude: -17, longitude: inside })).toBe(true);
      for (const outside of [5, 0, 179.8, -179.8]) expect(isInside(geometry!, { latitude: -17, longitude: outside })).toBe(false);
    }
    const apart = await read(geojson({ type: 'MultiPolygon', coordinates: [[box(178, 179)], [box(-180, -179.9)]] }));
    expect(apart.candidates).toHaveLength(2);
    const cut = [
      [179.9, -17.1],
      [180, -17.1],
      [180, -17.05],
      [179.95, -17.05],
      [179.95, -16.95],
      [180, -16.95],
      [180, -16.9],
      [179.9, -16.9],
      [179.9, -17.1],
    ];
    const mirrored = cut.map(([x, y]) => [-x!, y]).toReversed();
    const ring = (await read(geojson({ type: 'MultiPolygon', coordinates: [[cut], [mirrored]] }))).candidates;
    expect(ring.map(({ geometry }) => geometry?.coordinates.length)).toEqual([2]);
    expect(isInside(ring[0]!.geometry!, { latitude: -17, longitude: 180 })).toBe(false);
    expect(isInside(ring[0]!.geometry!, { latitude: -17, longitude: -179.92 })).toBe(true);
    // Of more vertices than are kept.
    const long = Array.from({ length: MAX_VERTICES + 1 }, (_, at) => [179 + (2 * at) / MAX_VERTICES, -17]);
    const [line] = (await read(geojson({ type: 'LineString', coordinates: long }))).candidates;
    expect(line!.geometry!.coordinates).toEqual([
      [179, -17],
      [-179, -17],
    ]);
  });

  it('are the waypoints, routes and tracks of GPX, without heights', async () => {
    const { candidates, unusable } = await read(GPX);
    expect(unusable).toBe(0);
    expect(candidates.map(({ name, geometry, latitude, longitude }) => [name, geometry?.type ?? 'Point', latitude, longitude])).toEqual([
      ['Walk 1', 'LineString', 52, 6.05],
      ['Walk 2', 'LineString', 53, 6.05],
      ['Round', 'LineString', 52.05, 5],
      ['Hide', 'Point', 52.1, 5.1],
      ['', 'Point', 52.2, 5.2],
    ]);
    expect(candidates[0]!.geometry?.coordinates).toEqual([
      [6, 52],
      [6.1, 52],
    ]);
    expect(candidates[3]!.notes).toBe('Bring a scope');
  });

  it('are the placemarks of KML, whose descriptions are HTML', async () => {
    const { candidates } = await read(KML);
    expect(candidates).toMatchObject([{ name: 'Marsh', notes: 'Wet in May', geometry: { type: 'Polygon' } }]);
    expect(isInside(candidates[0]!.geometry!, candidates[0]!)).toBe(true);
  });

  it('are the features of GeoJSON, with collections taken apart, each once', async () => {
    const line = [
      [5, 52],
      [5, 52],
      [5.1, 52.0000001],
    ];
    const { candidates, unusable } = await read(
      geojson(
        {
          type: 'MultiPoint',
          coordinates: [
            [5, 52],
            [5, 52, 8],
            [6, 52],
          ],
        },
        { type: 'GeometryCollection', geometries: [{ type: 'LineString', coordinates: line }] },
        { type: 'Point', coordinates: [181, 0] },
        {
          type: 'LineString',
          coordinates: [
            [5, 52],
            [5, 52],
          ],
        },
        {
          type: 'Polygon',
          coordinates: [
            [
              [0, 0],
              [1, 1],
              [1, 0],
              [0, 1],
              [0, 0],
            ],
          ],
        },
        { type: 'Point', coordinates: ['5', '52'] },
        { type: 'Hexagon', coordinates: [] },
      ),
    );
    expect(candidates.map(({ key }) => key)).toEqual(['Point 5 52', 'Point 6 52', 'LineString 5 52 5.1 52']);
    expect(unusable).toBe(5);
  });

  it('have labels inside areas that are bent', async () => {
    const bent = [
      [0, 0],
      [4, 0],
      [4, 4],
      [0, 4],
      [0, 3.5],
      [3.5, 3.5],
      [3.5, 0.5],
      [0, 0.5],
      [0, 0],
    ];
    const { candidates } = await read(geojson({ type: 'Polygon', coordinates: [bent] }));
    expect(isInside(candidates[0]!.geometry!, candidates[0]!)).toBe(true);
  });

  it('are simplified only as far as they have to be', async () => {
    const track = Array.from({ length: 5000 }, (_, at) => [5 + at / 10_000, 52 + Math.sin(at / 50) / 100]);
    const circle = Array.from({ length: 4000 }, (_, at) => [Math.cos((at * Math.PI) / 2000), Math.sin((at * Math.PI) / 2000)]);
    const { candidates } = await read(
      geojson({ type: 'LineString', coordinates: track }, { type: 'Polygon', coordinates: [[...circle, circle[0]]] }),
    );
    const [line, area] = candidates.map(({ geometry }) => vertexCount(geometry!));
    expect(line).toBeLessThanOrEqual(500);
    expect(line).toBeGreaterThan(100);
    expect(area).toBeLessThanOrEqual(MAX_VERTICES);
    expect(area).toBeGreaterThan(200);
  });

  it('cannot be read from other files, broken ones and those that are too large', async () => {
    for (const content of ['', 'name;latitude', '{"type":3}', '[]', '<html></html>', GPX.slice(0, 300), '<gpx><wpt></gpx>'])
      expect(await faultOf(content), content).toBe('unreadable');
    expect(await faultOf(new Uint8Array(10_000_001))).toBe('too_large');
  });

  it('can be read in the encoding that the file declares', async () => {
    const latin = new Uint8Array(
      [...'<?xml version="1.0" encoding="ISO-8859-1"?><gpx><wpt lat="1" lon="2"><name>H?tte</name></wpt></gpx>'].map((one) =>
        one.charCodeAt(0),
      ),
    );
    latin[latin.indexOf('?'.charCodeAt(0), 50)] = 0xfc;
    expect((await read(latin)).candidates[0]!.name).toBe('Hütte');
  });
});

const FOLDER = join(process.env.VELD_SAMPLES ?? '', 'gpx');
const files = process.env.VELD_SAMPLES && existsSync(FOLDER) ? readdirSync(FOLDER) : [];
// The DOM of these tests cannot read CDATA, which browsers do (e2e/settings/place-import.spec.ts).
const readable = files.filter((file) => !readFileSync(join(FOLDER, file), 'utf8').includes('<![CDATA['));
describe.skipIf(readable.length === 0)('real GPX files', () => {
  it.each(readable)('are read or refused: %s', async (file) => {
    const content = new Uint8Array(readFileSync(join(FOLDER, file)));
    if (file === 'bad.gpx') {
      expect(await faultOf(content)).toBe('unreadable');
      return;
    }
    const { candidates } = await read(content);
    expect(candidates.length).toBeGreaterThan(0);
    for (const { geometry } of candidates) expect(geometry === null || PlaceGeometry.safeParse(geometry).success).toBe(true);
  });
});
