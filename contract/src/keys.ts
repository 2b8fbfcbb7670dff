/** The keys of an object whose type names them all, in their order. The type of `Object.keys` has forgotten which they are. */
export function listKeys<K extends string>(object: Readonly<Record<K, unknown>>): K[] {
  return Object.keys(object) as K[];
}
