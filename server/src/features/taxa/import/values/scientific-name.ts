/** Lower-case words that belong to an authority. */
const PARTICLES = new Set(
  'de du des da do dos del della di la le les den der ter ten van von zu zur et and & ex in apud auct auct. non nec sensu emend emend. fide bis pro s.l. s.str. sp. spp.'.split(
    ' ',
  ),
);
/** Rank markers between the words of a name. */
const MARKS = new Set(
  'subsp. ssp. subspecies var. subvar. f. fo. forma form. subf. sect. subsect. ser. subg. nothosubsp. nothovar. cv. agg. cf. aff.'.split(
    ' ',
  ),
);
/** Old epithets may start with a number: 7-punctata. */
const EPITHET = /^[\p{Ll}\d][\p{Ll}\d\p{Pd}]*\p{Ll}$/u;
const CROSS = /^[×x]$/u;

export interface NameParts {
  name: string;
  authority: string | null;
}

/**
 * The name without its authority. Darwin Core allows both in `scientificName`; `authority` is the value of its own column, which
 * is removed from the end.
 */
export function splitName(text: string, authority: string | null, isAboveGenus: boolean, isSpecies = false): NameParts {
  const whole = text.replace(/_/g, ' ').replace(/\s+/g, ' ').trim();
  if (authority) {
    const name = whole.endsWith(` ${authority}`) ? whole.slice(0, -authority.length).trim() : whole;
    // Where the two spellings differ, the name still has an authority.
    return { name: name === whole ? words(whole, isAboveGenus, isSpecies).name : name, authority };
  }
  return words(whole, isAboveGenus, isSpecies);
}

function words(whole: string, isAboveGenus: boolean, isSpecies: boolean): NameParts {
  const parts = whole.split(' ');
  let at = CROSS.test(parts[0]!) ? 2 : 1;
  if (!isAboveGenus) {
    // A subgenus in brackets followed by a species; without a species it may be an authority.
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
  // A species name never has one word. What looks like an authority is then an unknown word, and nothing is cut off.
  if (isSpecies && at === 1) return { name: whole, authority: null };
  return { name: parts.slice(0, at).join(' '), authority: parts.slice(at).join(' ') || null };
}
