import proj4 from 'proj4';
import { describe, expect, it } from 'vitest';
import { metresBetween } from '@veld/geometry';
import { type Reader, readText } from './read-text';

interface Point {
  latitude: number;
  longitude: number;
}

const reader = (country: string | null = null): Reader => ({ country });
const place = (text: string, by = reader()) => {
  const answer = readText(text, by);
  return answer.ok ? answer : answer.reason;
};

/** Places in all four quarters of the world, and one on the equator and the meridian's other side. */
const PLACES: readonly Point[] = [
  { latitude: 52.0907, longitude: 5.1214 },
  { latitude: -33.925, longitude: 18.423 },
  { latitude: 43.6426, longitude: -79.3871 },
  { latitude: -22.9519, longitude: -43.2105 },
  { latitude: 0.3136, longitude: 32.5811 },
];

const abs = Math.abs;
const comma = (value: number) => String(value).replace('.', ',');
const minutes = (value: number) => `${Math.floor(abs(value))}° ${((abs(value) % 1) * 60).toFixed(4)}'`;
const padded = (value: number, width: number) => {
  const [degrees, rest] = [Math.floor(abs(value)), ((abs(value) % 1) * 60).toFixed(4).padStart(7, '0')];
  return { degrees: String(degrees).padStart(width, '0'), rest };
};
const parts = (value: number) => {
  const tenths = Math.round(abs(value) * 360_000);
  return [Math.floor(tenths / 360_000), Math.floor((tenths % 360_000) / 6000), ((tenths % 6000) / 100).toFixed(2)] as const;
};
const letters = ({ latitude, longitude }: Point, names = 'NSEW') => [names[latitude < 0 ? 1 : 0]!, names[longitude < 0 ? 3 : 2]!] as const;

/** A form in which a place is written, and the places for which its "O" can be both east and west. */
type Form = [name: string, write: (point: Point) => string, isAsked?: (point: Point) => boolean];

const named =
  (north: string, south: string, east: string, west: string): ((point: Point) => string) =>
  ({ latitude, longitude }) =>
    `${comma(abs(latitude))}° ${latitude < 0 ? south : north}, ${comma(abs(longitude))}° ${longitude < 0 ? west : east}`;

const FORMS: readonly Form[] = [
  ['letters first', (p) => `${letters(p)[0]} ${abs(p.latitude)} ${letters(p)[1]} ${abs(p.longitude)}`],
  ['letters first, longitude first', (p) => `${letters(p)[1]}${abs(p.longitude)} ${letters(p)[0]}${abs(p.latitude)}`],
  ['letters last and decimal commas', (p) => `${comma(abs(p.latitude))}${letters(p)[0]} ${comma(abs(p.longitude))}${letters(p)[1]}`],
  ['a GPS device', (p) => `${letters(p)[0]} ${minutes(p.latitude)} ${letters(p)[1]} ${minutes(p.longitude)}`],
  [
    'a GPS device with leading zeros',
    (p) => {
      const [one, other] = [padded(p.latitude, 2), padded(p.longitude, 3)];
      return `${letters(p)[0]}${one.degrees} ${one.rest} ${letters(p)[1]}${other.degrees} ${other.rest}`;
    },
  ],
  [
    'NMEA',
    (p) => {
      const [one, other] = [padded(p.latitude, 2), padded(p.longitude, 3)];
      return `${one.degrees}${one.rest},${letters(p)[0]},${other.degrees}${other.rest},${letters(p)[1]}`;
    },
  ],
  ['colons', (p) => `${parts(p.latitude).join(':')} ${letters(p)[0]} ${parts(p.longitude).join(':')} ${letters(p)[1]}`],
  [
    'd, m and s',
    (p) => {
      const [one, other] = [parts(p.latitude), parts(p.longitude)];
      return `${one[0]}d${one[1]}m${one[2]}s ${letters(p)[0]} ${other[0]}d${other[1]}m${other[2]}s ${letters(p)[1]}`;
    },
  ],
  ['lat and lon', (p) => `lat ${p.latitude} lon ${p.longitude}`],
  ['Latitude: and Longitude:', (p) => `Latitude: ${p.latitude}\nLongitude: ${p.longitude}`],
  ['lng before lat, loose JSON', (p) => `{lng: ${p.longitude}, lat: ${p.latitude}}`],
  ['Darwin Core', (p) => `decimalLatitude=${p.latitude} decimalLongitude=${p.longitude}`],
  ['with WGS 84 and trailing dots', (p) => `WGS 84: ${p.latitude}, ${p.longitude}...`],
  ['with invisible characters', (p) => `\u200E${p.latitude},\u00A0${p.longitude}\u200B\uFEFF`],
  ['in full width', (p) => `${p.latitude}, ${p.longitude}`.replace(/[\d.,]/g, (one) => String.fromCodePoint(one.codePointAt(0)! + 0xfee0))],
  ['WKT', (p) => `POINT(${p.longitude} ${p.latitude})`],
  ['EWKT with height', (p) => `SRID=4326;POINT Z (${p.longitude} ${p.latitude} 12)`],
  ['GeoJSON', (p) => JSON.stringify({ type: 'Feature', geometry: { type: 'Point', coordinates: [p.longitude, p.latitude] } })],
  ['JSON', (p) => JSON.stringify({ name: 'here', location: { lat: String(p.latitude), lng: p.longitude } })],
  ['geo with parameters', (p) => `geo:${p.latitude},${p.longitude},12;crs=wgs84;u=35?z=15`],
  ['geo of Android', (p) => `geo:0,0?q=${p.latitude},${p.longitude}(Here)`],
  ['Google, pin beside the view', (p) => `https://www.google.com/maps/place/X/@1.5,2.5,17z/data=!3m1!8m2!3d${p.latitude}!4d${p.longitude}`],
  ['Google, question', (p) => `https://www.google.nl/maps/search/?api=1&query=${p.latitude}%2C${p.longitude}`],
  ['OpenStreetMap, marker', (p) => `https://www.openstreetmap.org/?mlat=${p.latitude}&mlon=${p.longitude}#map=17/1.5/2.5`],
  ['Bing', (p) => `https://bing.com/maps?cp=1.5~2.5&sp=point.${p.latitude}_${p.longitude}_Here`],
  ['Apple', (p) => `https://maps.apple.com/?ll=${p.latitude},${p.longitude}&q=Pin`],
  ['Yandex, longitude first', (p) => `https://yandex.com/maps/?ll=1.5,2.5&pt=${p.longitude},${p.latitude}`],
  ['Mapy.cz', (p) => `https://mapy.cz/zakladni?x=1.5&y=2.5&source=coor&id=${p.longitude}%2C${p.latitude}`],
  ['Waze', (p) => `waze.com/ul?ll=${p.latitude},${p.longitude}`],
  ['Waarneming.nl', (p) => `https://waarneming.nl/x/?lat=${p.latitude}&lng=${p.longitude}`],
  [
    'Google, place named by its coordinates',
    (p) => {
      const named = [parts(p.latitude), parts(p.longitude)].map(([d, m, s], at) => `${d}°${m}'${s}"${letters(p)[at]}`).join('+');
      return `https://www.google.com/maps/place/${encodeURIComponent(named).replaceAll('%2B', '+')}/@1.5,2.5,17z`;
    },
  ],
  ['Google, one stop', (p) => `https://www.google.com/maps/dir//${p.latitude},${p.longitude}/@1.5,2.5,17z`],
  ['Google, copied from the address', (p) => `${p.latitude},${p.longitude},15z`],
  ['GPX', (p) => `<trkpt lat="${p.latitude}" lon="${p.longitude}"><ele>3</ele></trkpt>`],
  ['KML', (p) => `<coordinates>${p.longitude},${p.latitude},0</coordinates>`],
  [
    'a sentence of NMEA',
    (p) => {
      const [one, other] = [padded(p.latitude, 2), padded(p.longitude, 3)];
      return `$GPGGA,123519,${one.degrees}${one.rest},${letters(p)[0]},${other.degrees}${other.rest},${letters(p)[1]},1,08,0.9,545.4,M,46.9,M,,*47`;
    },
  ],
  ['a call of a program', (p) => `LatLng(${p.latitude}, ${p.longitude})`],
  ['a height', (p) => `${p.latitude}, ${p.longitude}, 12 m`],
  ['a height above the sea', (p) => `${p.latitude} ${p.longitude} (12 m a.s.l.)`],
  ['a place after it', (p) => `${p.latitude}, ${p.longitude} (De Bilt)`],
  ['a place before it', (p) => `Nuwe tuin: ${p.latitude}, ${p.longitude}`],
  ['text around a link', (p) => `Seen here: https://osm.org/?mlat=${p.latitude}&mlon=${p.longitude}.`],
  ['nl', named('NB', 'ZB', 'OL', 'WL')],
  ['nl letters', named('N', 'Z', 'O', 'W'), (p) => p.latitude > 0 && p.longitude > 0],
  ['de', named('nördlicher Breite', 'südlicher Breite', 'östlicher Länge', 'westlicher Länge')],
  ['de letters', named('N', 'S', 'O', 'W'), (p) => p.longitude > 0],
  ['de abbreviations', named('n. Br.', 's. Br.', 'ö. L.', 'w. L.')],
  ['af letters', named('N', 'S', 'O', 'W'), (p) => p.longitude > 0],
  ['fr letters', named('N', 'S', 'E', 'O'), (p) => p.longitude < 0],
  ['fr', named('de latitude Nord', 'de latitude Sud', 'de longitude Est', 'de longitude Ouest')],
  ['es', named('Norte', 'Sur', 'Este', 'Oeste')],
  ['it', named('Nord', 'Sud', 'Est', 'Ovest')],
  ['pt letters', named('N', 'S', 'L', 'O'), (p) => p.longitude < 0],
  ['pl', named('szerokości północnej', 'szerokości południowej', 'długości wschodniej', 'długości zachodniej')],
  ['pl abbreviations', named('płn.', 'płd.', 'wsch.', 'zach.')],
];

describe('pasted coordinates', () => {
  const rows = FORMS.flatMap(([name, write, isAsked]) =>
    PLACES.map((point) => [name, write(point), point, isAsked?.(point) ?? false] as const),
  );

  it('have at least 200 rows', () => {
    expect(rows.length).toBeGreaterThanOrEqual(200);
  });

  it.each(rows)('%s: %s', (_, text, point, isAsked) => {
    const answer = readText(text, reader());
    expect(answer.ok, text).toBe(!isAsked);
    const readings = answer.ok ? [answer] : answer.reason === 'several' ? answer.readings : [];
    const near = readings.filter(
      ({ coordinates: { latitude, longitude } }) => abs(latitude - point.latitude) < 5e-6 && abs(longitude - point.longitude) < 5e-6,
    );
    expect(near, text).toHaveLength(1);
    expect(readings).toHaveLength(isAsked ? 2 : 1);
    expect(near[0]!.isMapCentre).toBeUndefined();
  });

  it.each([
    ['Koordinaten: 52,1 N 5,2 O', 5.2],
    ['52,1 Grad N, 5,2 Grad O', 5.2],
    ['Breite 52,1 N, 5,2 O', 5.2],
    ['coördinaten 52,1 N 5,2 O', 5.2],
    ['33,9 Z 18,4 O', 18.4],
    ['52,1 noord 5,2 O', 5.2],
    ['Coordonnées : 48,1 N 1,7 O', -1.7],
    ['48,1 degrés N, 1,7 degrés O', -1.7],
    ['Coordenadas: 40,4 N 3,7 O', -3.7],
    ['40,4 norte 3,7 O', -3.7],
    ['22,9 sul 43,2 O', -43.2],
    ['latitudine 45,1 N longitudine 7,1 O', -7.1],
  ])('%s: its words decide what "O" means', (text, longitude) => {
    expect(place(text)).toMatchObject({ ok: true, coordinates: { longitude } });
  });

  it.each([
    ['https://www.google.com/maps/@52.1,5.2,17z'],
    ['https://www.openstreetmap.org/#map=17/52.1/5.2'],
    ['https://www.bing.com/maps?cp=52.1~5.2&lvl=16'],
    ['https://yandex.com/maps/?ll=5.2%2C52.1&z=12'],
  ])('%s has no pin, and says that it is the middle of a map', (text) => {
    expect(place(text)).toMatchObject({ coordinates: { latitude: 52.1, longitude: 5.2 }, isMapCentre: true });
  });

  it.each([
    ['52.1, 5.2 ±10 m', 10],
    ['52.1, 5.2 (± 10 m)', 10],
    ['N 52.1 E 5.2 +/- 0.5 km', 500],
    ['52.1, 5.2 ±30 ft', 9.14],
    ['52.1, 5.2 accuracy: 12 m', 12],
    ['52,1 5,2 Genauigkeit 7,5 m', 7.5],
    ['52.1, 5.2 alt 40 m ±10m', 10],
    ['52.1, 5.2 acc. 10 m', 10],
    ['geo:52.1,5.2;u=35', 35],
  ])('%s sets the uncertainty', (text, metres) => {
    expect(place(text)).toMatchObject({ coordinates: { latitude: 52.1, longitude: 5.2 }, coordinate_uncertainty_m: metres });
  });

  it('of a plus code are the centre of its cell', () => {
    // The worked example of the Open Location Code specification.
    expect(place('7FG49Q00+')).toMatchObject({ coordinates: { latitude: 20.375, longitude: 2.775 } });
    expect(place('7fg49qcj+2v Somewhere')).toMatchObject({ coordinates: { latitude: 20.3700625, longitude: 2.7821875 } });
    expect(place('8FVC2222+22')).toMatchObject({
      coordinates: { latitude: 47.0000625, longitude: 8.0000625 },
      coordinate_uncertainty_m: 9,
    });
    expect(place('9QCJ+2VX')).toBe('short_code');
    expect(place('CJ+2V Utrecht')).toBe('short_code');
  });

  it.each([
    ['52.1 N 5.2 O'],
    ['Nord 48,1 O 1,7'],
    ['latitude 48,1 nord, longitude 1,7 O'],
    ['Koordinaten: 40,4 norte 3,7 O'],
    ['N 52 5 5 E'],
    ['-33.9 S, 18.4 E'],
    ['{"coordinates":[5.2,52.1]}'],
    ['[5.2, 52.1]'],
    ['https://www.google.com/maps/dir/52.1,5.2/52.2,5.3'],
    ['52.1, 5.2 https://www.openstreetmap.org/?mlat=52.2&mlon=5.2'],
    ['https://www.google.com/maps/dir/x/data=!3d52.1!4d5.2!3d52.2!4d5.3'],
  ])('%s is asked about', (text) => {
    expect(place(text)).toBe('several');
  });

  it.each([
    ['52,13'],
    ['52,1, 5'],
    ['52,1,5'],
    ['52,1 5'],
    ['52.1-5.2'],
    ['52.1 - 5.2'],
    ['52 05.443 5 07.284'],
    ['N 52 65.443 E 5 07.284'],
    ["52.5° 30' N 5° E"],
    ['N 52.1, 5.2'],
    ['N 52.1, S 5.2'],
    ['lat 52.1, lat 5.2'],
    ['52.1, 5.2, 7.3'],
    ['5.2 km from 52.1'],
    ['behind the church'],
    ['12:30 52.1'],
    ['12:30 13:45'],
    ['NL'],
    ['SRID=28992;POINT(155000 463000)'],
    ['geo:52.1,5.2;crs=nad27'],
    ['{"type":"LineString","coordinates":[5.2,52.1]}'],
    ['https://example.org/2026/11/23'],
    ['https://example.org/#map=17/52.1/5.2'],
    ['52.1, 5.2 ±10'],
    ['South Africa 33.9, 18.4'],
    ['TEMP 52.10, 5.20'],
    ['Lambert 155, 463'],
    ['12 m, 52.1'],
  ])('%s is refused', (text) => {
    expect(place(text)).toBe('unreadable');
  });

  it('that only a service can find are refused by its name', () => {
    for (const text of ['///filled.count.soap', 'filled.count.soap', 'https://w3w.co/filled.count.soap', 'what3words: filled.count.soap'])
      expect(place(text), text).toBe('what3words');
    for (const text of ['https://maps.app.goo.gl/AbCd1234', 'Dropped pin https://goo.gl/maps/x1Y2'])
      expect(place(text), text).toBe('short_link');
  });
});

describe('a pasted grid reference', () => {
  const TMERC_GB =
    '+proj=tmerc +lat_0=49 +lon_0=-2 +k=0.9996012717 +x_0=400000 +y_0=-100000 +ellps=airy +towgs84=446.448,-125.157,542.06,0.15,0.247,0.842,-20.489';
  const IRISH_TM65 =
    '+proj=tmerc +lat_0=53.5 +lon_0=-8 +k=1.000035 +x_0=200000 +y_0=250000 +a=6377340.189 +b=6356034.447938534 +towgs84=482.5,-130.6,564.6,-1.042,-0.214,-0.631,8.15';
  const ITM = '+proj=tmerc +lat_0=53.5 +lon_0=-8 +k=0.99982 +x_0=600000 +y_0=750000 +ellps=GRS80';
  const RD =
    '+proj=sterea +lat_0=52.1561605555556 +lon_0=5.38763888888889 +k=0.9999079 +x_0=155000 +y_0=463000 +ellps=bessel +towgs84=565.4171,50.3319,465.5524,-0.398957388243134,0.343987817378283,-1.87740163998045,4.0725';
  const swiss = (x: number, y: number) =>
    `+proj=somerc +lat_0=46.9524055555556 +lon_0=7.43958333333333 +k_0=1 +x_0=${x} +y_0=${y} +ellps=bessel +towgs84=674.374,15.056,405.346`;
  const L93 = '+proj=lcc +lat_0=46.5 +lon_0=3 +lat_1=49 +lat_2=44 +x_0=700000 +y_0=6600000 +ellps=GRS80';
  const utm = (zone: number, south = false) => `+proj=utm +zone=${zone}${south ? ' +south' : ''} +datum=WGS84`;

  it.each<[text: string, definition: string, easting: number, northing: number, uncertainty: number | null, country?: string]>([
    ['TQ38A', TMERC_GB, 531_000, 181_000, 1415],
    ['TQ 38 Z', TMERC_GB, 539_000, 189_000, 1415],
    ['tq38p', TMERC_GB, 535_000, 189_000, 1415],
    ['TQ38NE', TMERC_GB, 537_500, 187_500, 3536],
    ['TQ 3 8 SW', TMERC_GB, 532_500, 182_500, 3536],
    ['TQ38', TMERC_GB, 535_000, 185_000, 7072],
    ['TQ', TMERC_GB, 550_000, 150_000, 70_711, 'GB'],
    ['OSGB SE', TMERC_GB, 450_000, 450_000, 70_711],
    ['OSGB TQ 301 805', TMERC_GB, 530_150, 180_550, 71],
    ['BNG 530150 180550', TMERC_GB, 530_150, 180_550, null],
    ['TQ 301 805 ±200 m', TMERC_GB, 530_150, 180_550, 200],
    ['O13K', IRISH_TM65, 315_000, 231_000, 1415, 'IE'],
    ['Irish Grid O 15 34', IRISH_TM65, 315_500, 234_500, 708],
    ['ITM 715830 734697', ITM, 715_830, 734_697, null],
    ['715830, 734697', ITM, 715_830, 734_697, null, 'IE'],
    ["2'600'000 / 1'200'000", swiss(2_600_000, 1_200_000), 2_600_000, 1_200_000, null, 'CH'],
    ['600’123 200’456', swiss(600_000, 200_000), 600_123, 200_456, null, 'CH'],
    ['CH1903+ 2600123.5, 1200456.5', swiss(2_600_000, 1_200_000), 2_600_123.5, 1_200_456.5, null],
    ['LV03 600 123 / 200 456', swiss(600_000, 200_000), 600_123, 200_456, null],
    ['RD 155000 463000', RD, 155_000, 463_000, null],
    ['RD: 155.000, 463.000', RD, 155_000, 463_000, null],
    ['X: 155000 Y: 463000', RD, 155_000, 463_000, null, 'NL'],
    ['Rijksdriehoek 155000;463000', RD, 155_000, 463_000, null],
    ['136-455', RD, 136_500, 455_500, 708, 'NL'],
    ['AMERSFOORT 136/455', RD, 136_500, 455_500, 708],
    ['136.4-455.2', RD, 136_450, 455_250, 71, 'NL'],
    ['RD 136 455', RD, 136_500, 455_500, 708],
    ['Lambert 93 : 652 381 6 862 047', L93, 652_381, 6_862_047, null],
    ['652 381,5 ; 6 862 047,5', L93, 652_381.5, 6_862_047.5, null, 'FR'],
    ['652.381 6.862.047', L93, 652_381, 6_862_047, null, 'FR'],
    ['31U 0645333 5773249', utm(31), 645_333, 5_773_249, null],
    ['UTM 31 U 645333E 5773249N', utm(31), 645_333, 5_773_249, null],
    ['UTM Zone 31U N 5773249 E 645333', utm(31), 645_333, 5_773_249, null],
    ['31U 645333mE 5773249mN', utm(31), 645_333, 5_773_249, null],
    ['31U 645 333 5 773 249', utm(31), 645_333, 5_773_249, null],
    ['34H 0261503 6243162', utm(34, true), 261_503, 6_243_162, null],
    ['645333 5773249 31U', utm(31), 645_333, 5_773_249, null],
    ['ETRS89 / UTM zone 31N 645333 5773249', utm(31), 645_333, 5_773_249, null],
    ['EPSG:25831 645333 5773249', utm(31), 645_333, 5_773_249, null],
    ['EPSG:32734 261503 6243162', utm(34, true), 261_503, 6_243_162, null],
    ['NGR TQ301805', TMERC_GB, 530_150, 180_550, 71],
    ['OS: TQ 301 805', TMERC_GB, 530_150, 180_550, 71],
    ['TQ301805 (OSGB36)', TMERC_GB, 530_150, 180_550, 71],
  ])('%s', (text, definition, easting, northing, uncertainty, country) => {
    const answer = place(text, reader(country ?? null));
    expect(answer, text).toMatchObject({ ok: true, coordinate_uncertainty_m: uncertainty });
    if (typeof answer === 'string') return;
    const [longitude, latitude] = proj4(definition, 'WGS84', [easting, northing]) as [number, number];
    expect(metresBetween(answer.coordinates, { latitude, longitude })).toBeLessThan(1);
  });

  it('is asked about where a country uses both orders, or two grids fit', () => {
    expect(place('486000 637000', reader('PL'))).toBe('several');
    expect(place('X: 637000 Y: 486000', reader('PL'))).toMatchObject({ ok: true });
    expect(place('200000 350000', reader('GB'))).toBe('several');
  });

  it('is refused without a country, outside its grid, or with letters that are no square', () => {
    expect(place('SE', reader('GB'))).toBe('unreadable');
    for (const text of [
      '155000 463000',
      'RD 955000 463000',
      'TQ38O',
      'TQ38AB',
      'TQ381A',
      'TX',
      'TQ',
      'SE',
      'O13K',
      '31U 64 57',
      '61U 645333 5773249',
    ])
      expect(['unreadable', 'range'], text).toContain(place(text));
  });
});

describe('a square of a recording scheme', () => {
  const BESSEL = '+proj=longlat +ellps=bessel +towgs84=598.1,73.7,418.2,0.202,0.045,-2.455,6.7';
  const WGS84 = '+proj=longlat +datum=WGS84';

  // Corners from the definitions of the schemes: 10 by 6 minutes from 5° 50' E and 56° N, quarters of degrees, five minutes.
  it.each<[text: string, datum: string, south: number, west: number, height: number, width: number, country?: string]>([
    ['MTB 4508', BESSEL, 51.4, 7, 0.1, 1 / 6],
    ['4508/3', BESSEL, 51.4, 7, 0.05, 1 / 12, 'DE'],
    ['4508-2', BESSEL, 51.45, 7 + 1 / 12, 0.05, 1 / 12, 'DE'],
    ['TK25 4508/34', BESSEL, 51.4, 7 + 1 / 24, 0.025, 1 / 24],
    ['MTB-Q: 4508/1', BESSEL, 51.45, 7, 0.05, 1 / 12],
    ['2628CC', WGS84, -27, 28, 0.25, 0.25, 'ZA'],
    ['QDS 2628 ab', WGS84, -26.25, 28.25, 0.25, 0.25],
    ['3318D', WGS84, -34, 18.5, 0.5, 0.5, 'ZA'],
    ['2625_2810', WGS84, -26.5, 28 + 1 / 6, 1 / 12, 1 / 12, 'ZA'],
    ['Pentad 3355-1825', WGS84, -34, 18 + 5 / 12, 1 / 12, 1 / 12],
  ])('%s', (text, datum, south, west, height, width, country) => {
    const answer = place(text, reader(country ?? null));
    expect(answer, text).toMatchObject({ ok: true });
    if (typeof answer === 'string') return;
    const at = (east: number, north: number) => {
      const [longitude, latitude] = proj4(datum, 'WGS84', [east, north]) as [number, number];
      return { latitude, longitude };
    };
    expect(metresBetween(answer.coordinates, at(west + width / 2, south + height / 2))).toBeLessThan(1);
    const corners = [at(west, south), at(west + width, south), at(west, south + height), at(west + width, south + height)];
    const farthest = Math.max(...corners.map((corner) => metresBetween(corner, answer.coordinates)));
    expect(answer.coordinate_uncertainty_m! - farthest).toBeGreaterThan(-1);
    expect(answer.coordinate_uncertainty_m! - farthest).toBeLessThan(10);
  });

  it('is refused elsewhere, half-typed, or if the scheme has no such square', () => {
    for (const [text, country] of [
      ['4508', 'DE'],
      ['4508/3', 'FR'],
      ['4508/5', 'DE'],
      ['MTB 0008/3', 'DE'],
      ['2628CC', 'NL'],
      ['2628CE', 'ZA'],
      ['2625_2812', 'ZA'],
      ['136 455', 'NL'],
      ['136,455', 'NL'],
      ['136-455', 'DE'],
      ['136-755', 'NL'],
    ])
      expect(['unreadable', 'range'], text).toContain(place(text!, reader(country)));
  });
});

describe('a heading of both axes', () => {
  it.each([
    ['Lat/Lon: 52.0907/5.1214', 52.0907, 5.1214],
    ['lat, long: 52.0907, 5.1214', 52.0907, 5.1214],
    ['Breite/Länge: 52,0907 / 5,1214', 52.0907, 5.1214],
    ['lon/lat 5.1214 52.0907', 52.0907, 5.1214],
    ['lat=52.0907&lon=5.1214', 52.0907, 5.1214],
  ])('%s', (text, latitude, longitude) => {
    expect(place(text)).toMatchObject({ coordinates: { latitude, longitude } });
  });

  it('is refused if a number does not fit its axis', () => {
    expect(place('Lat/Lon: 95.1, 5.2')).toBe('range');
  });
});
