import { useEffect, useState } from 'react';
import type { CellQuery } from './cells';
import type { StillShape } from './shapes';

const NONE: StillShape[] = [];

/** The cells of everyone's public records of a taxon or a person. Null while loading, and where they cannot be had. */
export function useEveryoneCells(wanted: CellQuery): StillShape[] | null {
  const key = JSON.stringify(wanted);
  const [found, setFound] = useState<{ key: string; cells: StillShape[] } | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    import('./cells')
      .then(({ readCells }) => readCells(JSON.parse(key) as CellQuery, stop.signal))
      .then(
        (cells) => setFound({ key, cells: cells.length > 0 ? cells : NONE }),
        // Offline, or not for visitors: the map does without.
        () => undefined,
      );
    return () => stop.abort();
  }, [key]);
  return found?.key === key ? found.cells : null;
}
