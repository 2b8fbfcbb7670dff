const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
/** Control characters, and those that change the direction of the text around them. */
const INVISIBLE = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** The text of a piece of HTML from another site, on one line and at most `max` characters long. The result is text, not HTML. */
export function plainText(html: string, max: number): string {
  const text = html
    .slice(0, 20_000)
    .replaceAll(/<(script|style)\b[^>]*>[^]*?(<\/\1\s*>|$)/gi, ' ')
    .replaceAll(/<[^>]*(>|$)/g, ' ')
    .replaceAll(/&(#x[0-9a-f]{1,6}|#[0-9]{1,7}|[a-z]+);/gi, (whole, name: string) => entity(name.toLowerCase()) ?? whole)
    .replaceAll(INVISIBLE, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toWellFormed();
  return text.length <= max ? text : `${text.slice(0, max - 1).trimEnd()}…`.toWellFormed();
}

function entity(name: string): string | undefined {
  if (!name.startsWith('#')) return ENTITIES[name];
  const code = name.startsWith('#x') ? parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
}
