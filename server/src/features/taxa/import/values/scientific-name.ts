/** Lower-case words that belong to an authority. */
const PARTICLES = new Set(
  'de du des da do dos del della di la le les den der ter ten van von zu zur et and & ex in apud auct auct. non nec sensu emend emend. fide bis pro s.l. s.str. sp. spp.'.split(
    ' ',
  ),
);
/** Rank markers between the words of a name. */
const RANK_MARKERS = new Set(
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
 * Splits a scientific name and its authority, because Darwin Core allows both in `scientificName`. `authority` is the value of the
 * separate column, which is removed from the end of the name.
 */
export function splitName(text: string, authority: string | null, isAboveGenus: boolean, isSpecies = false): NameParts {
  const whole = text.replace(/_/g, ' ').replace(/\s+/g, ' ').trim();
  if (authority) {
    const name = whole.endsWith(` ${authority}`) ? whole.slice(0, -authority.length).trim() : whole;
    // If the name does not end with the authority, it may contain it in another spelling.
    return { name: name === whole ? splitWords(whole, isAboveGenus, isSpecies).name : name, authority };
  }
  return splitWords(whole, isAboveGenus, isSpecies);
}

function splitWords(whole: string, isAboveGenus: boolean, isSpecies: boolean): NameParts {
  const parts = whole.split(' ');
  let at = CROSS.test(parts[0]!) ? 2 : 1;
  if (!isAboveGenus) {
    // A subgenus in brackets must be followed by an epithet; otherwise the brackets may contain an authority.
    if (/^\(\p{Lu}[\p{Ll}-]+\)$/u.test(parts[at] ?? '') && EPITHET.test(parts[at + 1] ?? '')) at += 1;
    for (;;) {
      const word = parts[at];
      if (word === undefined || PARTICLES.has(word)) break;
      const next = parts[at + 1];
      if ((RANK_MARKERS.has(word) || CROSS.test(word)) && next !== undefined && (EPITHET.test(next) || next.startsWith('×'))) at += 2;
      else if (EPITHET.test(word) || /^×\p{Ll}+$/u.test(word)) at += 1;
      else break;
    }
  }
  // The name of a species has at least two words, so the rest is not an authority.
  if (isSpecies && at === 1) return { name: whole, authority: null };
  return { name: parts.slice(0, at).join(' '), authority: parts.slice(at).join(' ') || null };
}
