/** In lower case and without marks, so that "pais" is in "país" and "lodz" in "łódź". */
export function foldText(text: string): string {
  return text.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('ł', 'l').replaceAll('ß', 'ss');
}

/** The words of a text, folded: for comparing what somebody types with what is on the screen. */
export function splitWords(text: string): string[] {
  return foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** Whether each word of a search is the beginning of one of these words. */
export function beginsWords(typed: readonly string[], words: readonly string[]): boolean {
  return typed.every((word) => words.some((one) => one.startsWith(word)));
}
