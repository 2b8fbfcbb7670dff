/** A character that nobody can see, or that can change the direction or look of its neighbours. */
const UNSEEN = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800<>]/u;
/** The same mark twice, more marks on one letter than any language writes (UTS #39, section 5.4), or a mark without a letter. */
const PILED_MARKS = /([\p{Mn}\p{Me}])\1|[\p{Mn}\p{Me}]{5}|(^|\s)\p{M}/u;
/** What the letters of one word can be: Latin or East Asian, Greek, Cyrillic, or any alphabets but these three. */
const ALPHABETS = [
  /^[\p{scx=Latin}\p{sc=Common}\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{scx=Hangul}]*$/u,
  /^[\p{scx=Greek}\p{sc=Common}]*$/u,
  /^[\p{scx=Cyrillic}\p{sc=Common}]*$/u,
  /^[^\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}]*$/u,
];

/** A person's name as it is stored: composed, with single spaces, and without the selectors that colour an emoji. */
export function tidyName(name: string): string {
  return name
    .replace(/(\p{Extended_Pictographic})[\uFE0E\uFE0F]/gu, '$1')
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .trim();
}

/**
 * Why a person's name is refused whatever other names there are: it has invisible characters or piles of marks, or mixes alphabets
 * within a word. Null if it is not. Forms and the server apply it; the server also compares it with other names (decision 0032).
 */
export function nameFault(name: string): 'name_characters' | 'name_alphabets' | null {
  const tidy = tidyName(name);
  if (UNSEEN.test(tidy) || PILED_MARKS.test(tidy.normalize('NFD'))) return 'name_characters';
  const words = tidy.normalize('NFKC').split(/[^\p{L}\p{M}]+/u);
  const isMixed = words.some((word) => {
    const letters = word.replace(/\p{M}+/gu, '');
    return !ALPHABETS.some((alphabet) => alphabet.test(letters));
  });
  return isMixed ? 'name_alphabets' : null;
}
