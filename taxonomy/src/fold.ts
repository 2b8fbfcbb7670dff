/** Letters that Unicode does not take apart, and what people type for them. */
const SPELLED: Record<string, string> = { ł: 'l', ø: 'o', đ: 'd', ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ı: 'i' };

const INVISIBLE = /\p{Cf}/gu;
const BETWEEN_WORDS = /[^\p{L}\p{M}\p{N}]+/u;
const SPELLED_LETTERS = /[łøđßæœþı]/g;
const NOT_A_LETTER = /[^a-z]+/g;
const PLAIN = /^[\x20-\x7e]*$/;

/**
 * The words of a text as they are compared: split first, then each word folded to a to z (decisions.md section 4).
 * A word of which nothing is left is dropped, so `12 лось` gives no words at all.
 */
export function foldWords(text: string): string[] {
  if (PLAIN.test(text)) {
    return text
      .toLowerCase()
      .replace(/[0-9]+/g, '')
      .split(NOT_A_LETTER)
      .filter((word) => word !== '');
  }
  const words: string[] = [];
  for (const word of text.replace(INVISIBLE, '').split(BETWEEN_WORDS)) {
    const folded = foldWord(word);
    if (folded !== '') words.push(folded);
  }
  return words;
}

function foldWord(word: string): string {
  return word
    .toLowerCase()
    .normalize('NFKD')
    .toLowerCase()
    .replace(SPELLED_LETTERS, (letter) => SPELLED[letter] ?? '')
    .replace(NOT_A_LETTER, '');
}

/** The folded words with one space between them: `Łabędź niemy` is `labedz niemy`. */
export function fold(text: string): string {
  return foldWords(text).join(' ');
}

/** The joined form, letters only: `Great Tit` is `greattit`. */
export function foldJoined(text: string): string {
  return foldWords(text).join('');
}
