/** What a name must fulfil in each class. Names and tokens are normalised; a name is words with one space between. */

/** Every token begins a word of the name, in order: `r ba` in `red backed shrike`. */
export function beginsWordsInOrder(name: string, tokens: readonly string[]): boolean {
  let token = 0;
  for (let start = 0; start !== -1 && token < tokens.length; start = nextWord(name, start)) {
    if (name.startsWith(tokens[token] ?? '', start)) token++;
  }
  return token === tokens.length;
}

/** Every token begins some word of the name, in any order. */
export function beginsWords(name: string, tokens: readonly string[]): boolean {
  return tokens.every((token) => beginsWord(name, token));
}

/** Every token is a part of the name; tokens of one and two letters only at the beginning of a word. */
export function holdsParts(name: string, tokens: readonly string[]): boolean {
  return tokens.every((token) => (token.length >= 3 ? name.includes(token) : beginsWord(name, token)));
}

/** Whether letters run on from the beginning of some word over the spaces: `greatt` and `tits` in `great tit song`. */
export function runsOnFromWord(name: string, letters: string): boolean {
  for (let start = 0; start !== -1; start = nextWord(name, start)) {
    let at = start;
    let taken = 0;
    while (taken < letters.length && at < name.length) {
      if (name[at] === ' ') at++;
      else if (name[at] === letters[taken]) {
        at++;
        taken++;
      } else break;
    }
    if (taken === letters.length) return true;
  }
  return false;
}

/** Whether letters are the beginnings, three letters or more each, of two or more words in order: `belper` in `bellis perennis`. */
export function joinsBeginnings(name: string, letters: string): boolean {
  return joinsFrom(name.split(' '), 0, letters, 0);
}

function joinsFrom(words: readonly string[], from: number, letters: string, parts: number): boolean {
  for (let word = from; word < words.length; word++) {
    const common = commonLength(words[word] ?? '', letters);
    for (let length = common; length >= 3; length--) {
      if (length === letters.length) {
        if (parts > 0) return true;
      } else if (joinsFrom(words, word + 1, letters.slice(length), parts + 1)) return true;
    }
  }
  return false;
}

function commonLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length++;
  return length;
}

/** Tokens of this many letters or more may have one wrong letter. */
export const FORGIVEN_FROM = 4;

/**
 * Like beginsWordsInOrder with one letter wrong, missing, too many or two neighbours swapped in one token. With `whole`
 * that token must be the whole word.
 */
export function beginsWordsForgiven(name: string, tokens: readonly string[], whole: boolean): boolean {
  return forgivenFrom(name.split(' '), 0, tokens, 0, false, whole);
}

function forgivenFrom(
  words: readonly string[],
  from: number,
  tokens: readonly string[],
  next: number,
  used: boolean,
  whole: boolean,
): boolean {
  const token = tokens[next];
  if (token === undefined) return used;
  for (let at = from; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word.startsWith(token) && forgivenFrom(words, at + 1, tokens, next + 1, used, whole)) return true;
    if (!used && token.length >= FORGIVEN_FROM && oneLetterOff(word, token, whole)) {
      if (forgivenFrom(words, at + 1, tokens, next + 1, true, whole)) return true;
    }
  }
  return false;
}

/** Whether a word, or with `whole` false its beginning, differs from a token by exactly one slip of the fingers. */
function oneLetterOff(word: string, token: string, whole: boolean): boolean {
  const same = commonLength(word, token);
  if (same === token.length) return whole ? word.length === token.length + 1 : false;
  const rest = (wordFrom: number, tokenFrom: number) =>
    whole ? word.slice(wordFrom) === token.slice(tokenFrom) : word.startsWith(token.slice(tokenFrom), wordFrom);
  // One letter too many in the token, at the first difference.
  if (rest(same, same + 1)) return true;
  if (same >= word.length) return false;
  const swapped = word[same] === token[same + 1] && word[same + 1] === token[same] && rest(same + 2, same + 2);
  return swapped || rest(same + 1, same + 1) || rest(same + 1, same);
}

function beginsWord(name: string, token: string): boolean {
  return name.startsWith(token) || name.includes(` ${token}`);
}

function nextWord(name: string, start: number): number {
  const space = name.indexOf(' ', start);
  return space === -1 ? -1 : space + 1;
}
