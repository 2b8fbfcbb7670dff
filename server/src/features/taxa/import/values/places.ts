import { iso1A2Code } from '@rapideditor/country-coder';

const known = new Map<string, string | null>();

/** The country in a code of two or three letters, `ISO_3166:FR` or `ES-CN`, as ISO 3166-1 alpha-2; null if it is not a country. */
export function parseCountry(text: string): string | null {
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

/** Whether a `locationID` is an ISO code. Others, such as TDWG areas and URLs, are ignored and not reported. */
export function isIsoLocation(text: string): boolean {
  return /^\s*(ISO[ _-]?3166(-[12])?|ISO)\s*:/i.test(text) || /^[A-Z]{2}(-[A-Z0-9]{1,3})?$/.test(text.trim());
}

/** The rarity class (1 to 5) of an `occurrenceStatus`; `absent`, or null if it is unknown. */
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
