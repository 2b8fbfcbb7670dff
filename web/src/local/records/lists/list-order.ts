interface Placed {
  id: string;
  /** In the person's own order, lower numbers come first, then what has none. */
  list_position?: number | null | undefined;
}

export const readListPosition = ({ list_position }: Placed): number => list_position ?? Infinity;

/**
 * What changes its position in a list when the element with `id` moves to `index`. `elements` are in the person's order. Usually it is
 * that element alone: its new position lies between those of its neighbours. Those without a position stay without one as long as they
 * are the last.
 */
export function moveInList<T extends Placed>(elements: readonly T[], id: string, index: number): T[] {
  const moved = elements.find((one) => one.id === id);
  if (!moved || elements[index]?.id === id) return [];
  const rest = elements.filter((one) => one !== moved);
  const before = rest.slice(0, index).map((one) => one.list_position ?? null);
  const next = rest[index]?.list_position ?? null;
  const previous = before.at(-1) ?? null;
  const between = previous !== null && next !== null ? (previous + next) / 2 : previous !== null ? previous + 1 : (next ?? 1) - 1;
  const isFree = (previous === null || previous < between) && (next === null || between < next);
  if (isFree && before.every((position) => position !== null)) return [{ ...moved, list_position: between }];
  // Some before it have no position yet, or two neighbours have come too close: all that need a position are counted again.
  const inOrder = rest.toSpliced(index, 0, moved);
  const last = Math.max(
    index,
    inOrder.findLastIndex(({ list_position }) => typeof list_position === 'number'),
  );
  return inOrder.slice(0, last + 1).flatMap((one, at) => (one.list_position === at ? [] : [{ ...one, list_position: at }]));
}
