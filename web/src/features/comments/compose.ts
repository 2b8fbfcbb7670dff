import type { CommentDraft } from '../../local/device/comment-draft';
import { formatMention, type MentionedPerson, parseCommentParts, formatSpeciesLink } from '@veld/contract';

/** What the person writes, which shows names where the stored text has ids. */
export type Composed = CommentDraft;
type LinkedSpecies = Composed['species'][number];

export const NOTHING: Composed = { text: '', people: [], species: [] };

/** The text as it is stored. A name that is only part of a longer word mentions nobody. */
export function storedText({ text, people, species }: Composed): string {
  const linked = species.reduce(
    (so_far, { name, id }) => so_far.replaceAll(formatSpeciesLink(name, null), formatSpeciesLink(name, id)),
    text,
  );
  // The longest names first, so that "Ann" does not take the beginning of "Ann Lee".
  const byLength = people.filter(({ name }) => name !== '').toSorted((one, other) => other.name.length - one.name.length);
  return byLength.reduce(
    (so_far, { id, name }) => so_far.replaceAll(new RegExp(`@${escaped(name)}(?![\\p{L}\\p{N}_])`, 'gu'), formatMention(id)),
    linked,
  );
}

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

/** A stored text for editing. The mention of somebody without a name stays as it is. */
export function makeComposed(stored: string, mentions: readonly MentionedPerson[]): Composed {
  const names = new Map(mentions.filter(({ name }) => name !== '').map(({ id, name }) => [id, name]));
  const species: LinkedSpecies[] = [];
  const text = parseCommentParts(stored).map((part) => {
    if (part.kind === 'text') return part.text;
    if (part.kind === 'link') return part.address;
    if (part.kind === 'mention') return names.has(part.id) ? `@${names.get(part.id)}` : formatMention(part.id);
    // Two species of one name keep their ids.
    const isTaken = species.some(({ name, id }) => name === part.name && id !== part.id);
    if (part.id === null || isTaken) return formatSpeciesLink(part.name, part.id);
    species.push({ name: part.name, id: part.id });
    return formatSpeciesLink(part.name, null);
  });
  return { text: text.join(''), people: mentions.filter(({ name }) => name !== ''), species };
}

/** The beginning of a name of up to three words that is being typed after an @ before the cursor; null if there is none. */
export function typedName(text: string, cursor: number): string | null {
  return /(?:^|[\s(])@(?<name>[^\s@[\]]{1,40}(?: [^\s@[\]]{1,40}){0,2} ?)$/u.exec(text.slice(0, cursor))?.groups!.name ?? null;
}

/** Replaces the name that is being typed with that of a person, and adds a space. */
export function withMention(composed: Composed, cursor: number, person: MentionedPerson): { composed: Composed; cursor: number } {
  const typed = typedName(composed.text, cursor) ?? '';
  const before = `${composed.text.slice(0, cursor - typed.length)}${person.name} `;
  return {
    composed: { ...composed, text: before + composed.text.slice(cursor), people: [...composed.people, person] },
    cursor: before.length,
  };
}

/** Adds a link to a species at the cursor. */
export function withSpecies(composed: Composed, cursor: number, species: LinkedSpecies): { composed: Composed; cursor: number } {
  const before = composed.text.slice(0, cursor);
  const gap = before === '' || /\s$/u.test(before) ? '' : ' ';
  const start = `${before}${gap}${formatSpeciesLink(species.name, null)} `;
  return {
    composed: { ...composed, text: start + composed.text.slice(cursor), species: [...composed.species, species] },
    cursor: start.length,
  };
}
