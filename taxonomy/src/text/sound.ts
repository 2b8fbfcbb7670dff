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
export function soundOf(letters: string): string {
  let sound = letters;
  for (const [pattern, by] of ALIKE) sound = sound.replace(pattern, by);
  return sound;
}
