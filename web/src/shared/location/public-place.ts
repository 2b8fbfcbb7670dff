import { getPublicPlace, type PublicPlacePage } from '@veld/contract';
import { useEffect, useState } from 'react';
import { api } from '../../local/app/veld';
import { CallError } from '../session/session';

/** The pages that were asked for since the app was opened, null for those that are gone. Screens without a query cache show names too. */
const known = new Map<string, PublicPlacePage | null>();

/** A public place with its boundary: undefined without an id, while loading and without a connection; null if there is none. */
export function usePublicPlace(id: string | null): PublicPlacePage | null | undefined {
  const [, setAnswered] = useState<string | null>(null);
  useEffect(() => {
    if (id === null || known.has(id)) return;
    const question = new AbortController();
    api.call(getPublicPlace, { params: { id } }, { signal: question.signal }).then(
      ({ data }) => {
        known.set(id, data);
        setAnswered(id);
      },
      (error: unknown) => {
        if (question.signal.aborted) return;
        if (error instanceof CallError && error.status === 404) known.set(id, null);
        else console.error('Place', error);
        setAnswered(id);
      },
    );
    return () => question.abort();
  }, [id]);
  return id === null ? undefined : known.get(id);
}
