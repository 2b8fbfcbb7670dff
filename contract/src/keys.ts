/** The keys of an object whose type names them all, in their order. The type of `Object.keys` has forgotten which they are. */
export function listKeys<K extends string>(object: Readonly<Record<K, unknown>>): K[] {
  return Object.keys(object) as K[];
}

/** The value of an object's own property, such as of a table of words; null if it has none. */
export function findOwn<V>(object: Readonly<Record<string, V>>, key: string): V | null {
  return Object.hasOwn(object, key) ? (object[key] ?? null) : null;
}

/** Whether a text is one of a list whose type names them all. */
export function isOneOf<T extends string>(list: readonly T[], value: string): value is T {
  return list.some((one) => one === value);
}
