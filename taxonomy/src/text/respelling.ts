/**
 * Letters that people write for a sound, and how names may spell it: within a language, or as the ear of one language hears another.
 * Folded, as in `fold.ts`. A respelling only counts if it is a word of some name, so the list may be generous.
 */
const SPELLINGS: Readonly<Record<string, string>> = {
  f: 'v ph',
  ff: 'ph',
  ph: 'f',
  v: 'f w b',
  w: 'v u',
  b: 'v',
  k: 'c ck ch q qu',
  ck: 'k c',
  kk: 'k ck cc',
  q: 'k c',
  qu: 'k c cu',
  ku: 'qu cu',
  cu: 'qu',
  c: 'k qu s ch cc sc',
  ch: 'c k x g sch tch',
  ks: 'x chs cs',
  x: 'ks chs ch cc',
  chs: 'ks x',
  s: 'c z ss sc',
  ss: 'c z s',
  z: 's c zz',
  sk: 'sch sc',
  sch: 'sh sk sj ch',
  sh: 'ch sch sj sz',
  sj: 'ch sch sh',
  sz: 's ch sh',
  ts: 'z c ts tz',
  cz: 'c ch',
  tj: 'ch',
  tsj: 'tj ch',
  rz: 'z',
  j: 'g i y dj',
  g: 'j ch gh gu',
  ge: 'j gue',
  h: ' ch',
  hi: 'gi',
  t: 'd th tt',
  th: 't',
  d: 't dt dd',
  i: 'y ie',
  y: 'i ij ie ll',
  ij: 'ei y',
  ei: 'ij ai ey y',
  ai: 'ei e',
  ay: 'ei ai',
  ey: 'ei ij ay',
  ie: 'i y ee ea',
  ee: 'ea ie e ei',
  ea: 'ee ie e',
  e: 'ea ei ai ae ee he',
  a: 'ah ha aa',
  o: 'oh au oo eau u ho',
  oo: 'o u ew ou ow',
  u: 'o ou oe uh',
  ou: 'oe u au ow',
  oe: 'u ou eu',
  au: 'ou o aw',
  aw: 'au or',
  ow: 'ou au',
  oi: 'eu oy',
  oj: 'eu oi',
  eu: 'oe oi',
  l: 'll',
  ll: 'y l',
  gn: 'n ni',
  ny: 'n gn nh',
  n: 'gn nn',
  ni: 'gn',
  lh: 'll',
  m: 'mm',
  r: 'rh rr wr',
  p: 'pp',
  an: 'en',
  en: 'an in',
  in: 'en',
};

const LONGEST = Math.max(...Object.keys(SPELLINGS).map(({ length }) => length));
const alternatives = new Map(Object.entries(SPELLINGS).map(([sound, spelled]) => [sound, spelled.split(' ')]));

/** So many sounds of a word may be spelled otherwise. */
const MAX_REPLACED = 3;
/** Shorter words sound like too many others; longer ones take too many steps. */
const MIN_LETTERS = 4;
const MAX_LETTERS = 30;
/** Steps of the search for one word. */
const MAX_STEPS = 2000;

/** What the respellings have to be. */
export interface Words {
  /** Whether a word begins with the letters. */
  hasPrefix(letters: string): boolean;
  has(word: string): boolean;
}

/** The words that sound like some letters but are spelled otherwise, those with the fewest differences first. */
export function respellings(letters: string, words: Words): string[] {
  if (letters.length < MIN_LETTERS || letters.length > MAX_LETTERS) return [];
  const found = new Map<string, number>();
  let steps = 0;
  const spell = (at: number, spelled: string, replaced: number): void => {
    if (steps++ > MAX_STEPS || (spelled !== '' && !words.hasPrefix(spelled))) return;
    if (at === letters.length) {
      if (replaced > 0 && words.has(spelled)) found.set(spelled, Math.min(found.get(spelled) ?? Infinity, replaced));
      return;
    }
    spell(at + 1, spelled + letters.charAt(at), replaced);
    if (replaced === MAX_REPLACED) return;
    for (let length = 1; length <= Math.min(LONGEST, letters.length - at); length++)
      for (const other of alternatives.get(letters.slice(at, at + length)) ?? []) spell(at + length, spelled + other, replaced + 1);
  };
  spell(0, '', 0);
  found.delete(letters);
  return [...found].toSorted(([, a], [, b]) => a - b).map(([word]) => word);
}
