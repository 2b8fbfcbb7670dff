/**
 * Spellings that sound alike in some of the nine languages, and one to compare them by, in order. Coarse on purpose: it only proposes
 * names when nothing matches.
 */
const ALIKE: readonly (readonly [pattern: RegExp, sound: string])[] = [
  [/ph/g, 'f'],
  [/tsj|tch|tsch|cz/g, 'tj'],
  [/sch|sj|sh|sz|ch/g, 'x'],
  [/ck|qu|q/g, 'k'],
  [/c(?=[eiy])/g, 's'],
  [/c/g, 'k'],
  [/gh/g, 'g'],
  [/th|dt/g, 't'],
  [/[zß]/g, 's'],
  [/v|w/g, 'f'],
  [/ij|y/g, 'i'],
  [/eau|aux|au|ou|oe|oo|uu/g, 'u'],
  [/ee|ea|ie|ei|ai|ae/g, 'e'],
  [/(?<=.)h/g, ''],
  [/(.)\1+/g, '$1'],
];

/** How folded letters sound, roughly: the same for `feasant` and `pheasant`. */
export function approximateSound(letters: string): string {
  let sound = letters;
  for (const [pattern, by] of ALIKE) sound = sound.replace(pattern, by);
  return sound;
}

/** No rule adds or removes these letters, except that of doubled ones. */
const KEPT = new Uint8Array(128);
for (const letter of 'blmnr') KEPT[letter.charCodeAt(0)] = 1;

/** Whether two folded texts may have the same sound: a quick test that spares most comparisons. */
export function maySoundAlike(some: string, others: string): boolean {
  let at = -1;
  let other = -1;
  for (;;) {
    at = nextKept(some, at);
    other = nextKept(others, other);
    if (at === some.length || other === others.length) return at === some.length && other === others.length;
    if (some[at] !== others[other]) return false;
  }
}

/** The next kept letter that differs from the one at `from`; the length of the text if there is none. */
function nextKept(text: string, from: number): number {
  const before = from === -1 ? 0 : text.charCodeAt(from);
  let at = from + 1;
  while (at < text.length && (KEPT[text.charCodeAt(at)] !== 1 || text.charCodeAt(at) === before)) at++;
  return at;
}
