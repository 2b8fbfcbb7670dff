import proj4 from 'proj4';

/** UTM is for the world between 80 degrees south and 84 degrees north. */
const SOUTH = -80;
const NORTH = 84;

/** The zone of a place with the letter of its band, the exceptions of Norway and Svalbard included; null near the poles. */
export function zoneOf(latitude: number, longitude: number): { number: number; band: string } | null {
  if (latitude < SOUTH || latitude > NORTH) return null;
  const parts = /^(\d{1,2})([C-HJ-NP-X])/.exec(proj4.mgrs.forward([longitude, latitude]));
  return parts && { number: Number(parts[1]), band: parts[2]! };
}

/** For proj4: metres of one zone, those of the southern half of the earth counted from 10,000 km. */
export function utmDefinition(zone: number, isSouth: boolean): string {
  return `+proj=utm +zone=${zone}${isSouth ? ' +south' : ''} +datum=WGS84 +units=m`;
}
