import { useEffect } from 'react';
import { countView } from '../../local/guide/species-views';
import { currentDatabase } from '../../shared/session/session';

/** Who leaves a page sooner has not looked at it. */
const LOOKED_MS = 2000;

/** Counts that the page of a taxon was opened. */
export function useCountedView(taxonId: number): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      // Only a count: without space on the device, it is left out.
      countView(currentDatabase(), taxonId).catch(() => undefined);
    }, LOOKED_MS);
    return () => clearTimeout(timer);
  }, [taxonId]);
}
