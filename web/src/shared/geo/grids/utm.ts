import proj4 from 'proj4';

/** UTM is defined between 80° S and 84° N. */
const SOUTH = -80;
const NORTH = 84;

/** Zone and band of a place, including the exceptions of Norway and Svalbard; null near the poles. */
export function findUtmZone(latitude: number, longitude: number): { number: number; band: string } | null {
  if (latitude < SOUTH || latitude > NORTH) return null;
  const parts = /^(\d{1,2})([C-HJ-NP-X])/.exec(proj4.mgrs.forward([longitude, latitude]));
  return parts && { number: Number(parts[1]), band: parts[2]! };
}

/** proj4 definition of a zone; the southern hemisphere has a false northing of 10,000 km. */
export function utmDefinition(zone: number, isSouth: boolean): string {
  return `+proj=utm +zone=${zone}${isSouth ? ' +south' : ''} +datum=WGS84 +units=m`;
}
