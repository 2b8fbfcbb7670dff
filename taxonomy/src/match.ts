/** What a name must fulfil in each class. Names and tokens are normalised; a name is words with one space between. */

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

/** Tokens of this many letters or more may have one wrong letter. */
export const FORGIVEN_FROM = 4;

function beginsWord(name: string, token: string): boolean {
  return name.startsWith(token) || name.includes(` ${token}`);
}

function nextWord(name: string, start: number): number {
  const space = name.indexOf(' ', start);
  return space === -1 ? -1 : space + 1;
}
