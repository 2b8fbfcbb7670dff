import { iso1A2Code } from '@rapideditor/country-coder';

const known = new Map<string, string | null>();

/** ISO 3166-1 alpha-2 of a code of two or three letters, of `ISO_3166:FR` or `ES-CN`; null for what is no country. */
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

/** Whether a `locationID` speaks of ISO codes at all; others (TDWG areas, addresses) are no mistake. */
export function isIsoLocation(text: string): boolean {
  return /^\s*(ISO[ _-]?3166(-[12])?|ISO)\s*:/i.test(text) || /^[A-Z]{2}(-[A-Z0-9]{1,3})?$/.test(text.trim());
}

/** How rare a taxon is in a place by the words of `occurrenceStatus`: 1 to 5, null where it says nothing, `absent`. */
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
