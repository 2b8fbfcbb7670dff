import { useEffect, useState } from 'react';
import type { Coordinates } from '../parse-coordinates';
import type { GridText } from './grid-texts';

/** The grid references of a place; empty until the code for them is loaded. */
export function useGridTexts({ latitude, longitude }: Coordinates): readonly GridText[] {
  const [texts, setTexts] = useState<readonly GridText[]>([]);
  useEffect(() => {
    let isCurrent = true;
    import('./grid-texts')
      .then(({ gridTexts }) => gridTexts({ latitude, longitude }))
      .then((found) => {
        if (isCurrent) setTexts(found);
      })
      .catch((error: unknown) => console.error('Grids', error));
    return () => {
      isCurrent = false;
    };
  }, [latitude, longitude]);
  return texts;
}
