import { useEffect, useState } from 'react';
import { currentDatabase } from '../../../shared/session/session';
import type { CardTexts } from './card-texts';
import { drawCard } from './draw-card';
import { ownPicture } from './own-picture';

/** The picture of a year in review. Undefined while it is drawn, null if this browser can't draw it. */
export function useCard(texts: CardTexts, photoOf: readonly string[]): Blob | null | undefined {
  const database = currentDatabase();
  const [card, setCard] = useState<{ of: CardTexts; blob: Blob | null } | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    const draw = async () => drawCard(texts, await ownPicture(database, photoOf, stop.signal));
    draw().then(
      (blob) => {
        if (!stop.signal.aborted) setCard({ of: texts, blob });
      },
      (error: unknown) => {
        if (stop.signal.aborted) return;
        console.error('Year in review', error);
        setCard({ of: texts, blob: null });
      },
    );
    return () => stop.abort();
  }, [database, texts, photoOf]);
  return card?.of === texts ? card.blob : undefined;
}
