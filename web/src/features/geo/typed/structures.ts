import type { Coordinates } from '../parse-coordinates';

/** A point in WKT or JSON; several coordinates if the order is not known, null if the text is neither. */
export function readStructure(text: string): Coordinates[] | null {
  const wkt = /^(?:SRID ?= ?(\d+) ?; ?)?POINT ?(?:Z|M|ZM)? ?\( ?(-?[\d.]+) (-?[\d.]+)(?: -?[\d.]+){0,2} ?\)$/i.exec(text);
  if (wkt) return wkt[1] && wkt[1] !== '4326' ? [] : [{ latitude: Number(wkt[3]), longitude: Number(wkt[2]) }];
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

const LATITUDE = ['decimallatitude', 'latitude', 'lat'];
const LONGITUDE = ['decimallongitude', 'longitude', 'long', 'lng', 'lon'];
const INSIDE = ['geometry', 'coordinates', 'location', 'position', 'coords', 'point', 'features', 'latlng', 'center', 'place'];

function pointsOf(json: unknown): Coordinates[] | null {
  if (typeof json !== 'object' || json === null) return null;
  // An array in brackets is read as text, latitude first.
  if (Array.isArray(json)) return json.length === 1 ? pointsOf(json[0]) : null;
  const entries = new Map(Object.entries(json).map(([key, value]) => [key.toLowerCase(), value as unknown]));
  const valueOf = (keys: readonly string[]) => {
    const key = keys.find((one) => entries.has(one));
    const value = key === undefined ? Number.NaN : entries.get(key);
    return typeof value === 'number' || (typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value)) ? Number(value) : Number.NaN;
  };
  const [latitude, longitude] = [valueOf(LATITUDE), valueOf(LONGITUDE)];
  if (Number.isFinite(latitude) && Number.isFinite(longitude)) return [{ latitude, longitude }];
  const coordinates = entries.get('coordinates');
  if (Array.isArray(coordinates) && coordinates.slice(0, 2).every((one) => typeof one === 'number') && coordinates.length >= 2) {
    const [x, y] = coordinates as [number, number];
    if (entries.get('type') === 'Point') return [{ latitude: y, longitude: x }];
    // Without the type it may not be GeoJSON, whose longitude comes first.
    return entries.has('type')
      ? []
      : [
          { latitude: y, longitude: x },
          { latitude: x, longitude: y },
        ];
  }
  for (const key of INSIDE) {
    const inside = entries.has(key) ? pointsOf(entries.get(key)) : null;
    if (inside) return inside;
  }
  return null;
}
