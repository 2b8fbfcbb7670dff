/*
 * Reads of elements of columns that are known to exist, because a loop or the format of a file keeps within the column. One function for
 * each kind of column: engines inline them, and one that gets several kinds would have to ask at each read which it is.
 */

export const byteAt = (column: Uint8Array, at: number): number => column[at]!;
export const uintAt = (column: Uint32Array, at: number): number => column[at]!;
export const intAt = (column: Int32Array, at: number): number => column[at]!;
export const float32At = (column: Float32Array, at: number): number => column[at]!;
export const floatAt = (column: Float64Array, at: number): number => column[at]!;
