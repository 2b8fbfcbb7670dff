import type { TaxonGroup } from '@veld/contract';

/** First and last month in which much of a group can be found outside, where there is a winter; of the northern hemisphere. */
const MONTHS: { readonly [G in TaxonGroup]?: readonly [number, number] } = {
  amphibian: [3, 10],
  reptile: [4, 9],
  butterfly: [4, 9],
  dragonfly: [5, 9],
  insect: [4, 10],
  spider: [4, 11],
  plant: [4, 9],
  fungus: [8, 12],
};
/** Nearer to the equator there is no winter. */
const TROPICS = 25;
/** What is left of a group out of its season. */
const OUT_OF_SEASON = 0.1;
/** Countries of the southern hemisphere outside the tropics. */
const SOUTHERN = new Set(['AR', 'AU', 'BW', 'CL', 'LS', 'NA', 'NZ', 'PY', 'SZ', 'UY', 'ZA']);
/** Other countries wholly or largely in the tropics, where people of the app's languages live. */
const TROPICAL = new Set([
  'AO',
  'BO',
  'BR',
  'CO',
  'CR',
  'CU',
  'CV',
  'DO',
  'EC',
  'GT',
  'GW',
  'HN',
  'MX',
  'MZ',
  'NI',
  'PA',
  'PE',
  'SR',
  'SV',
  'VE',
  'ZW',
]);

/**
 * How much of a group there is to see in a month (1 to 12), from 0 to 1, as far as the latitude says; without one, as far as the country
 * does. It orders suggestions where no records say what people find then.
 */
export function groupSeason(
  group: TaxonGroup,
  month: number,
  { latitude, country }: { latitude: number | null; country: string | null },
): number {
  const season = MONTHS[group];
  if (!season) return 1;
  const isTropical = latitude === null ? TROPICAL.has(country ?? '') : Math.abs(latitude) < TROPICS;
  if (isTropical) return 1;
  const isSouthern = latitude === null ? SOUTHERN.has(country ?? '') : latitude < 0;
  const northern = isSouthern ? ((month + 5) % 12) + 1 : month;
  return northern >= season[0] && northern <= season[1] ? 1 : OUT_OF_SEASON;
}
