import { iso1A2Code } from '@rapideditor/country-coder';

const known = new Map<string, string | null>();

/** The ISO 3166-1 alpha-2 code of a code with two or three letters, of `ISO_3166:FR` or `ES-CN`; null where it is not a country. */
export function countryOf(text: string): string | null {
  const code = text
    .trim()
    .toUpperCase()
    .replace(/^.*:/, '')
    .replace(/^([A-Z]{2})-[A-Z0-9]{1,3}$/, '$1');
  if (!/^[A-Z]{2,3}$/.test(code)) return null;
  let found = known.get(code);
  if (found === undefined) {
    found = iso1A2Code(code, { level: 'country' });
    if (!found || !/^[A-Z]{2}$/.test(found)) found = null;
    known.set(code, found);
  }
  return found;
}

/** Whether a `locationID` uses ISO codes at all; others (TDWG areas, URLs) are not faults. */
export function isIsoLocation(text: string): boolean {
  return /^\s*(ISO[ _-]?3166(-[12])?|ISO)\s*:/i.test(text) || /^[A-Z]{2}(-[A-Z0-9]{1,3})?$/.test(text.trim());
}

/** The rarity of a taxon in a place from the term `occurrenceStatus`: 1 to 5, null where it is unknown, or `absent`. */
export function rarityOfStatus(text: string): number | null | 'absent' {
  switch (text.trim().toLowerCase()) {
    case 'absent':
    case 'excluded':
    case 'doubtful':
    case 'extinct':
    case 'notdetected':
      return 'absent';
    case 'common':
      return 2;
    case 'rare':
    case 'irregular':
    case 'vagrant':
    case 'migrant':
      return 4;
    default:
      return null;
  }
}
