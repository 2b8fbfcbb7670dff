/** The kind of habitat at a place. */
export type Ground = 'wood' | 'open' | 'wet' | 'coast' | 'town';

export interface Place {
  country: string;
  latitude: number;
  longitude: number;
  ground: Ground;
}

function places(country: string, ...list: [latitude: number, longitude: number, ground: Ground][]): Place[] {
  return list.map(([latitude, longitude, ground]) => ({ country, latitude, longitude, ground }));
}

/** Approximate centres of woods, fens, dunes and parks, in degrees. */
export const PLACES: readonly Place[] = [
  ...places('NL', [52.079, 5.81, 'wood'], [52.437, 5.372, 'wet'], [52.547, 4.622, 'coast'], [52.716, 6.009, 'wet'], [51.742, 4.792, 'wet']),
  ...places(
    'NL',
    [52.093, 5.104, 'town'],
    [52.36, 4.868, 'town'],
    [50.777, 5.944, 'wood'],
    [53.183, 4.85, 'coast'],
    [52.852, 6.432, 'open'],
  ),
  ...places(
    'BE',
    [51.366, 3.364, 'coast'],
    [50.028, 5.536, 'wood'],
    [50.757, 4.424, 'wood'],
    [51.055, 3.735, 'town'],
    [50.51, 6.07, 'open'],
  ),
  ...places(
    'DE',
    [51.72, 10.61, 'wood'],
    [52.514, 13.35, 'town'],
    [54.5, 9.05, 'coast'],
    [53.43, 12.75, 'wet'],
    [47.99, 7.92, 'wood'],
    [53.16, 9.94, 'open'],
  ),
  ...places('PL', [52.72, 23.85, 'wood'], [53.27, 22.59, 'wet'], [54.72, 17.32, 'coast'], [50.055, 19.93, 'town'], [49.27, 20.0, 'wood']),
  ...places('FR', [43.52, 4.46, 'wet'], [48.41, 2.65, 'wood'], [46.29, -1.2, 'coast'], [45.32, 6.6, 'open'], [48.83, 2.433, 'town']),
  ...places('ES', [37.01, -6.44, 'wet'], [39.83, -6.03, 'open'], [41.35, 2.08, 'coast'], [43.19, -4.86, 'wood'], [40.415, -3.683, 'town']),
  ...places('IT', [42.65, 11.09, 'coast'], [43.85, 11.76, 'wood'], [44.53, 12.24, 'wet'], [41.914, 12.492, 'town'], [45.55, 7.3, 'open']),
  ...places('PT', [37.03, -7.85, 'coast'], [38.85, -8.97, 'wet'], [39.5, -7.2, 'open'], [41.75, -8.15, 'wood'], [38.729, -9.185, 'town']),
  ...places(
    'ZA',
    [-33.99, 18.43, 'wood'],
    [-24.99, 31.59, 'open'],
    [-34.35, 18.48, 'coast'],
    [-33.12, 18.05, 'wet'],
    [-28.38, 32.41, 'wet'],
  ),
  ...places(
    'ZA',
    [-29.85, 30.99, 'town'],
    [-33.95, 22.62, 'wood'],
    [-28.58, 24.75, 'open'],
    [-25.75, 28.23, 'town'],
    [-29.05, 29.4, 'open'],
  ),
];

export const ZONES: Record<string, string> = {
  NL: 'Europe/Amsterdam',
  BE: 'Europe/Brussels',
  DE: 'Europe/Berlin',
  PL: 'Europe/Warsaw',
  FR: 'Europe/Paris',
  ES: 'Europe/Madrid',
  IT: 'Europe/Rome',
  PT: 'Europe/Lisbon',
  ZA: 'Africa/Johannesburg',
};
