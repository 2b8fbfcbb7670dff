/*
 * Reads of elements that are known to exist, because a loop or the format of the index keeps within the array. One function for each kind
 * of array: V8 inlines them, and one that gets several kinds would have to ask at each read which it is.
 */

export const byteAt = (array: Uint8Array, at: number): number => array[at]!;
export const shortAt = (array: Uint16Array, at: number): number => array[at]!;
export const uintAt = (array: Uint32Array, at: number): number => array[at]!;
export const intAt = (array: Int32Array, at: number): number => array[at]!;
export const floatAt = (array: Float64Array, at: number): number => array[at]!;

/** The item at a place that a list has, outside of loops over many names; an Error names the place if it has none. */
export function itemAt<T>(list: readonly T[], at: number): T {
  const item = list[at];
  if (item === undefined) throw new RangeError(`No item at the place ${at}`);
  return item;
}
