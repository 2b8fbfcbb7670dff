import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Group } from './board';

const NOTHING: ReadonlySet<string> = new Set();

/** The selected photos, without those that are no longer on the board. */
export function useSelection(groups: readonly Group[]) {
  const [wanted, setWanted] = useState(NOTHING);
  const last = useRef<string | null>(null);
  const order = useMemo(() => groups.flatMap(({ photos }) => photos.map(({ id }) => id)), [groups]);
  const selected = useMemo(() => new Set(order.filter((id) => wanted.has(id))), [order, wanted]);
  const touched = useMemo(() => groups.filter(({ photos }) => photos.some(({ id }) => selected.has(id))), [groups, selected]);

  // A card is rendered anew when this function changes, so it stays the same while photos are added.
  const latestOrder = useRef(order);
  useEffect(() => {
    latestOrder.current = order;
  });

  /** With shift, selects the range from the previously toggled photo. */
  const toggle = useCallback((id: string, withShift: boolean) => {
    const ids = latestOrder.current;
    const from = last.current === null ? -1 : ids.indexOf(last.current);
    const to = ids.indexOf(id);
    last.current = id;
    setWanted((now) => {
      const next = new Set(now);
      if (withShift && from >= 0) for (const one of ids.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(one);
      else if (!next.delete(id)) next.add(id);
      return next;
    });
  }, []);

  const toggleAll = useCallback((group: Group, isOn: boolean) => {
    setWanted((now) => {
      const next = new Set(now);
      for (const { id } of group.photos) {
        if (isOn) next.add(id);
        else next.delete(id);
      }
      return next;
    });
  }, []);

  const clear = useCallback(() => setWanted(NOTHING), []);
  const selectAll = useCallback(() => setWanted(new Set(order)), [order]);
  const isAll = selected.size === order.length;
  return useMemo(
    () => ({ selected, touched, isAll, toggle, toggleAll, selectAll, clear }),
    [selected, touched, isAll, toggle, toggleAll, selectAll, clear],
  );
}

export type Selection = ReturnType<typeof useSelection>;
