import { useEffect, useState } from 'react';
import { type NamedTrack, readJourney } from './read-track';

type JourneyArea = NamedTrack & { id: string };

/** A journey to ask for an area along; undefined while loading, null without one. */
export function useJourneyArea(id: string | null): JourneyArea | null | undefined {
  const [found, setFound] = useState<{ id: string; area: JourneyArea | null } | null>(null);
  useEffect(() => {
    if (id === null) return;
    let isWanted = true;
    readJourney(id).then(
      (area) => isWanted && setFound({ id, area: area && { ...area, id } }),
      () => isWanted && setFound({ id, area: null }),
    );
    return () => {
      isWanted = false;
    };
  }, [id]);
  if (id === null) return null;
  return found?.id === id ? found.area : undefined;
}
