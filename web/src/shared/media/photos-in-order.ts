/** The photos of a record in the order that its observer gave them. */
export function photosInOrder<M extends readonly { order: number }[]>(media: M): M[number][] {
  return media.toSorted((one, other) => one.order - other.order);
}
