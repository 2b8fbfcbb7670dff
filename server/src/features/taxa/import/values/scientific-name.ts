/** Words that begin with a small letter and belong to who described a taxon. */
const PARTICLES = new Set(
  'de du des da do dos del della di la le les den der ter ten van von zu zur et and & ex in apud auct auct. non nec sensu emend emend. fide bis pro s.l. s.str. sp. spp.'.split(
    ' ',
  ),
);
/** Marks of rank between the words of a name. */
const MARKS = new Set(
  'subsp. ssp. subspecies var. subvar. f. fo. forma form. subf. sect. subsect. ser. subg. nothosubsp. nothovar. cv. agg. cf. aff.'.split(
    ' ',
  ),
);
/** Old ones begin with a number: 7-punctata. */
const EPITHET = /^[\p{Ll}\d][\p{Ll}\d\p{Pd}]*\p{Ll}$/u;
const CROSS = /^[×x]$/u;

export interface NameParts {
  name: string;
  authority: string | null;
}

/**
 * The name without who described it. Darwin Core allows both in `scientificName`; `authority` is what a column of its own
 * says, and that is taken off the end.
 */
export function splitName(text: string, authority: string | null, isAboveGenus: boolean, isSpecies = false): NameParts {
  const whole = text.replace(/_/g, ' ').replace(/\s+/g, ' ').trim();
  if (authority) {
    const name = whole.endsWith(` ${authority}`) ? whole.slice(0, -authority.length).trim() : whole;
    // Where the two are written differently the name has its author all the same.
    return { name: name === whole ? words(whole, isAboveGenus, isSpecies).name : name, authority };
  }
  return words(whole, isAboveGenus, isSpecies);
}

function words(whole: string, isAboveGenus: boolean, isSpecies: boolean): NameParts {
  const parts = whole.split(' ');
  let at = CROSS.test(parts[0]!) ? 2 : 1;
  if (!isAboveGenus) {
    // A subgenus in brackets, with a species after it; without one it may be an author.
    if (/^\(\p{Lu}[\p{Ll}-]+\)$/u.test(parts[at] ?? '') && EPITHET.test(parts[at + 1] ?? '')) at += 1;
    for (;;) {
      const word = parts[at];
      if (word === undefined || PARTICLES.has(word)) break;
      const next = parts[at + 1];
      if ((MARKS.has(word) || CROSS.test(word)) && next !== undefined && (EPITHET.test(next) || next.startsWith('×'))) at += 2;
      else if (EPITHET.test(word) || /^×\p{Ll}+$/u.test(word)) at += 1;
      else break;
    }
  }
  // A species is never one word: what looks like an author then is a word that is not understood, and nothing is cut off.
  if (isSpecies && at === 1) return { name: whole, authority: null };
  return { name: parts.slice(0, at).join(' '), authority: parts.slice(at).join(' ') || null };
}
