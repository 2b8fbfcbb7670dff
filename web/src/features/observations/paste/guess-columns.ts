import { fold } from './fold';
import { COLUMN_KINDS, type ColumnKind, HEADER_WORDS } from './header-words';

/** What the columns of pasted cells hold, as far as the first row tells, and whether it is a row of titles. */
export interface GuessedColumns {
  kinds: ColumnKind[];
  hasHeader: boolean;
}

/** Titles by their folded words. One that means different things in two languages is of the kind that comes first. */
const KINDS = new Map<string, ColumnKind>();
for (const kind of COLUMN_KINDS) {
  if (kind === 'ignored') continue;
  for (const title of HEADER_WORDS[kind].flat()) if (!KINDS.has(title)) KINDS.set(title, kind);
}

/** Kinds that several columns may have: a species by two names, notes in parts. */
const SEVERAL: ReadonlySet<ColumnKind> = new Set(['species', 'notes', 'private_notes']);

/** Guesses the columns by their titles in any of the nine languages; `titles` are the app's own, in the language of the person. */
export function guessColumns(cells: readonly (readonly string[])[], titles: ReadonlyMap<string, ColumnKind>): GuessedColumns {
  const width = Math.max(0, ...cells.map((row) => row.length));
  const [first = []] = cells;
  const asked = Array.from({ length: width }, (_, at) => fold(first[at] ?? ''));
  const candidates = asked.map((title) => {
    const plain = title
      .replace(/\s*[([].*$/, '')
      .replace(/[*:]$/, '')
      .trim();
    return titles.get(title) ?? KINDS.get(title) ?? titles.get(plain) ?? KINDS.get(plain) ?? 'ignored';
  });
  // The French word for a name is that for a number: beside another name, it is the number.
  const kinds = candidates.map((kind, at): ColumnKind => {
    const isNumber = asked[at] === 'nombre' && candidates.some((other, index) => index !== at && other === 'species');
    return isNumber ? 'count' : kind;
  });
  const hasHeader = kinds.some((kind) => kind !== 'ignored');
  return { kinds: kinds.map((kind, at) => (SEVERAL.has(kind) || kinds.indexOf(kind) === at ? kind : 'ignored')), hasHeader };
}
