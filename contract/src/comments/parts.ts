/** A piece of a comment. Everything but these is plain text (docs/decisions/0045-reactions-and-comments.md). */
export type CommentPart =
  | { kind: 'text'; text: string }
  /** `@[id]`: a person, whose name is not in the text, so that it is always the current one. */
  | { kind: 'mention'; id: string }
  /** `[[name]]` or `[[name|id]]`: a species, by its scientific name as written, and its id in the taxonomy if it was chosen. */
  | { kind: 'species'; name: string; id: number | null }
  /** An address of a website. */
  | { kind: 'link'; address: string };

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const TOKEN = new RegExp(
  `@\\[(?<mention>${UUID})\\]|\\[\\[(?<name>[^[\\]|\\n]{1,200})(?:\\|(?<id>[1-9]\\d{0,9}))?\\]\\]|(?<address>https?://[^\\s<>"]+)`,
  'gu',
);
/** What ends a sentence is not part of an address. */
const AFTER_ADDRESS = /[.,;:!?'")\]}»”’…]+$/u;
const MAX_TAXON_ID = 2_147_483_647;

export function parseCommentParts(text: string): CommentPart[] {
  const parts: CommentPart[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    const found = partOf(match.groups!);
    if (!found) continue;
    if (match.index > end) parts.push({ kind: 'text', text: text.slice(end, match.index) });
    parts.push(found.part);
    end = match.index + (found.length ?? match[0].length);
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) });
  return parts;
}

function partOf({ mention, name, id, address }: Record<string, string | undefined>): { part: CommentPart; length?: number } | null {
  if (mention) return { part: { kind: 'mention', id: mention } };
  if (name !== undefined) {
    if (name.trim() === '' || Number(id ?? 1) > MAX_TAXON_ID) return null;
    return { part: { kind: 'species', name, id: id === undefined ? null : Number(id) } };
  }
  const written = address!.replace(AFTER_ADDRESS, '');
  const url = URL.parse(written);
  // A name before the host makes an address look like that of another website.
  if (!url || url.username !== '' || url.password !== '') return null;
  return { part: { kind: 'link', address: written }, length: written.length };
}

export function formatMention(userId: string): string {
  return `@[${userId}]`;
}

export function formatSpeciesLink(scientificName: string, taxonId: number | null): string {
  return taxonId === null ? `[[${scientificName}]]` : `[[${scientificName}|${taxonId}]]`;
}

/** The ids of the people that a text mentions, each once. */
export function mentionedIn(text: string): string[] {
  return [...new Set(parseCommentParts(text).flatMap((part) => (part.kind === 'mention' ? part.id : [])))];
}
