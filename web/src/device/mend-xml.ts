/** What could be saved of XML that is not well formed. */
export interface MendedXml {
  text: string;
  /** The file ends before its last element does. */
  isCut: boolean;
}

/** Elements that say something only when they are whole. */
const WHOLE = new Set(['trkpt', 'rtept', 'wpt', 'Trackpoint', 'when', 'coord', 'coordinates', 'Point', 'name']);
const TAG = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<(\/?)([\w.:-]+)((?:"[^"]*"|'[^']*'|[^"'<>])*?)(\/?)>/g;

/**
 * Makes XML of writers well formed that forgot to declare a prefix, or were stopped while they wrote: what is complete is kept, and a
 * started point is left out.
 */
export function mendXml(text: string): MendedXml {
  const open: string[] = [];
  const prefixes = new Set<string>();
  const declared = new Set(['xml', 'xmlns']);
  let complete: { at: number; open: string[] } = { at: 0, open: [] };
  let root = -1;
  for (const match of text.matchAll(TAG)) {
    const [all, closing, name, attributes = '', isEmpty] = match;
    if (name === undefined) continue;
    const end = match.index + all.length;
    notePrefixes(name, attributes, prefixes, declared);
    if (root < 0) root = match.index + 1 + name.length;
    if (closing) {
      if (open.pop() !== name) return { text, isCut: false };
    } else if (!isEmpty) open.push(name);
    if (open.some((one) => WHOLE.has(localName(one)))) continue;
    complete = { at: end, open: [...open] };
    if (open.length === 0) break;
  }
  if (root < 0) return { text, isCut: false };
  const missing = [...prefixes].filter((prefix) => !declared.has(prefix));
  const declarations = missing.map((prefix) => ` xmlns:${prefix}="urn:undeclared:${prefix}"`).join('');
  const ends = complete.open.toReversed().map((name) => `</${name}>`);
  const whole = open.length === 0 ? text : `${text.slice(0, complete.at)}${lineBegun(text, open, complete.at)}${ends.join('')}`;
  return { text: `${whole.slice(0, root)}${declarations}${whole.slice(root)}`, isCut: open.length > 0 };
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

function notePrefixes(name: string, attributes: string, used: Set<string>, declared: Set<string>): void {
  if (name.includes(':')) used.add(name.slice(0, name.indexOf(':')));
  for (const [, prefix, local] of attributes.matchAll(/([\w.-]+):([\w.-]+)\s*=/g)) {
    if (prefix === 'xmlns') declared.add(local!);
    else used.add(prefix!);
  }
}

/** A line of KML that stops among its positions, without the last, which may be half. */
function lineBegun(text: string, open: readonly string[], from: number): string {
  const name = open.at(-1)!;
  if (localName(name) !== 'coordinates') return '';
  const positions = text.slice(text.indexOf(`<${name}`, from));
  return `${positions.slice(0, Math.max(positions.search(/\s\S*$/), positions.indexOf('>') + 1))}</${name}>`;
}
