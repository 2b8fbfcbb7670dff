/** The keys of an object whose type names them all, in their order. The type of `Object.keys` has forgotten which they are. */
export function listKeys<K extends string>(object: { readonly [P in K]?: unknown }): K[] {
  return Object.keys(object) as K[];
}

/** Whether a value has properties by name, as an object of JSON. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value of an object's own property, such as of a table of words; null if it has none. */
export function findOwn<V>(object: Readonly<Record<string, V>>, key: string): V | null {
  return Object.hasOwn(object, key) ? (object[key] ?? null) : null;
}

/** Whether an object whose type names all its keys has this one. */
export function isKeyIn<K extends string>(object: Readonly<Record<K, unknown>>, key: string): key is K {
  return Object.hasOwn(object, key);
}

/** Whether a text is one of a list whose type names them all. */
export function isOneOf<T extends string>(list: readonly T[], value: string): value is T {
  return list.some((one) => one === value);
}

/** The keys of an object with their values, in their order. */
export function listPairs<K extends string, V>(object: Readonly<Record<K, V>>): [K, V][] {
  return listKeys(object).map((key) => [key, object[key]]);
}

/** An object with a value for each of the keys, in their order. */
export function fromKeys<K extends string | number, V>(keys: readonly K[], make: (key: K) => V): Record<K, V> {
  return Object.fromEntries(keys.map((key) => [key, make(key)])) as Record<K, V>;
}

/** The named properties of an object, in the order of the names; a property that the object lacks is undefined. */
export function pick<T extends object, K extends string & keyof T>(object: T, names: readonly K[]): Pick<T, K> {
  return fromKeys(names, (name) => object[name]) as Pick<T, K>;
}

/** The value of a key that the map has; an Error names the key if it has none. */
export function getKnown<K, V>(map: { get(key: K): V | undefined }, key: K): V {
  return requireAt(map.get(key), key);
}

/** The item at a place that the list has, counted from its end if negative; an Error names the place if it has none. */
export function itemAt<T>(list: readonly T[], place: number): T {
  return requireAt(list.at(place), place);
}

function requireAt<V>(value: V | undefined, place: unknown): V {
  if (value === undefined) throw new Error(`No value at ${String(place)}`);
  return value;
}
