import { type Coordinates, roundedDegrees } from '../parse-coordinates';

/** A point in WKT or JSON; several coordinates if the order is not known, null if the text is neither. */
export function readStructure(text: string): Coordinates[] | null {
  const wkt = /^(?:SRID ?= ?(\d+) ?; ?)?POINT ?(?:Z|M|ZM)? ?\( ?(-?[\d.]+) (-?[\d.]+)(?: -?[\d.]+){0,2} ?\)$/i.exec(text);
  if (wkt) return wkt[1] && wkt[1] !== '4326' ? [] : [{ latitude: Number(wkt[3]), longitude: Number(wkt[2]) }];
  const other = readXml(text) ?? readNmea(text);
  if (other) return other;
  if (!/[{[]/.test(text)) return null;
  for (const candidate of [text, `{${text}}`]) {
    try {
      return pointsOf(JSON.parse(candidate) as unknown);
    } catch {
      // Not JSON: tried in the next way, or it is text of another kind.
    }
  }
  return null;
}

/** A point of GPX or KML. */
function readXml(text: string): Coordinates[] | null {
  const attribute = (name: string) => new RegExp(String.raw`<\w+[^>]*\s${name}=["'](-?[\d.]+)["']`, 'i').exec(text)?.[1];
  const [latitude, longitude] = [attribute('lat'), attribute('lon')];
  if (latitude && longitude) return [{ latitude: Number(latitude), longitude: Number(longitude) }];
  const kml = /<coordinates>\s*(-?[\d.]+),(-?[\d.]+)(?:,-?[\d.]+)?\s*(?:<|$)/i.exec(text);
  return kml && [{ latitude: Number(kml[2]), longitude: Number(kml[1]) }];
}

/** A sentence of NMEA 0183 with a position, such as "$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47". */
function readNmea(text: string): Coordinates[] | null {
  const parts = /^\$[A-Z]{5},.*?\b(\d{2})(\d{2}\.\d+),([NS]),(\d{3})(\d{2}\.\d+),([EW])\b/.exec(text);
  if (!parts) return null;
  const degrees = (whole: string, minutes: string) => roundedDegrees(Number(whole) + Number(minutes) / 60);
  const [latitude, longitude] = [degrees(parts[1]!, parts[2]!), degrees(parts[4]!, parts[5]!)];
  return [{ latitude: parts[3] === 'S' ? -latitude : latitude, longitude: parts[6] === 'W' ? -longitude : longitude }];
}

const LATITUDE = ['decimallatitude', 'latitude', 'lat'];
const LONGITUDE = ['decimallongitude', 'longitude', 'long', 'lng', 'lon'];
const INSIDE = ['geometry', 'coordinates', 'location', 'position', 'coords', 'point', 'features', 'latlng', 'center', 'place'];

function pointsOf(json: unknown): Coordinates[] | null {
  if (typeof json !== 'object' || json === null) return null;
  if (Array.isArray(json)) return json.length === 1 ? pointsOf(json[0]) : inEitherOrder(json);
  const entries = new Map(Object.entries(json).map(([key, value]) => [key.toLowerCase(), value as unknown]));
  const valueOf = (keys: readonly string[]) => {
    const key = keys.find((one) => entries.has(one));
    const value = key === undefined ? Number.NaN : entries.get(key);
    return typeof value === 'number' || (typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value)) ? Number(value) : Number.NaN;
  };
  const [latitude, longitude] = [valueOf(LATITUDE), valueOf(LONGITUDE)];
  if (Number.isFinite(latitude) && Number.isFinite(longitude)) return [{ latitude, longitude }];
  const coordinates = entries.get('coordinates');
  const places = Array.isArray(coordinates) ? inEitherOrder(coordinates) : null;
  if (places) {
    if (entries.get('type') === 'Point') return places.slice(0, 1);
    // Without the type it may not be GeoJSON, whose longitude comes first.
    return entries.has('type') ? [] : places;
  }
  for (const key of INSIDE) {
    const inside = entries.has(key) ? pointsOf(entries.get(key)) : null;
    if (inside) return inside;
  }
  return null;
}

/** Both places that two numbers can mean, first with the longitude before the latitude as in GeoJSON; null for other arrays. */
function inEitherOrder([x, y]: readonly unknown[]): Coordinates[] | null {
  if (typeof x !== 'number' || typeof y !== 'number') return null;
  return [
    { latitude: y, longitude: x },
    { latitude: x, longitude: y },
  ];
}
