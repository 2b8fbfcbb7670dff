import { useEffect, useState } from 'react';
import type { Coordinates } from '../parse-coordinates';
import type { GridText } from './grid-texts';

/** The place in the grids of the field. What knows these is loaded when it is first needed; until then, and without it, there are none. */
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
