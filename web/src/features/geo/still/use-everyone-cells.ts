import { useEffect, useState } from 'react';
import type { CellQuery } from './cells';
import type { StillShape } from './shapes';

const NONE: StillShape[] = [];

/** The cells of everyone's public records of a taxon or a person. Null while loading, and where they cannot be had. */
export function useEveryoneCells({ taxon_id, user_id, asVisitor = false }: CellQuery): StillShape[] | null {
  const key = `${taxon_id ?? ''} ${user_id ?? ''} ${asVisitor}`;
  const [found, setFound] = useState<{ key: string; cells: StillShape[] } | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    const query = { ...(taxon_id !== undefined && { taxon_id }), ...(user_id !== undefined && { user_id }), asVisitor };
    import('./cells')
      .then(({ readCells }) => readCells(query, stop.signal))
      .then(
        (cells) => setFound({ key, cells: cells.length > 0 ? cells : NONE }),
        // Offline, or not for visitors: the map does without.
        () => undefined,
      );
    return () => stop.abort();
  }, [key, taxon_id, user_id, asVisitor]);
  return found?.key === key ? found.cells : null;
}
