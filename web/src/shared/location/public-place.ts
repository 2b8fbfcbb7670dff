import { getPublicPlace, PublicPlacePage } from '@veld/contract';
import { useEffect, useState } from 'react';
import { z } from 'zod/mini';
import { deviceSetting, validElements } from '../../local/device/device-setting';
import { openUserDatabase } from '../../local/db/database';
import { api } from '../../local/app/veld';
import { CallError, useUser } from '../session/session';

const ShownPlace = z.pick(PublicPlacePage, { id: true, name: true, latitude: true, longitude: true, boundary: true });
export type ShownPlace = z.infer<typeof ShownPlace>;

/** The places that were asked for since the app was opened, null for those that are gone. Screens without a query cache show names too. */
const known = new Map<string, ShownPlace | null>();

/** The last places that a list was of: what is counted on the device is counted without a connection too. */
const keptPlaces = deviceSetting('public_places', validElements(ShownPlace));
const KEPT = 5;

/** A public place with its boundary: undefined without an id, while loading, and where it cannot be loaded; null if there is none. */
export function usePublicPlace(id: string | null): ShownPlace | null | undefined {
  const { id: userId } = useUser();
  const [, setAnswered] = useState<string | null>(null);
  useEffect(() => {
    if (id === null || known.has(id)) return;
    const database = openUserDatabase(userId);
    const question = new AbortController();
    const answer = (place: ShownPlace | null | undefined) => {
      if (question.signal.aborted) return;
      if (place !== undefined) known.set(id, place);
      setAnswered(id);
    };
    const ask = async () => {
      try {
        const { data } = await api.call(getPublicPlace, { params: { id } }, { signal: question.signal });
        const place = z.parse(ShownPlace, data);
        answer(place);
        // Without space on the device, it is asked for again.
        await keptPlaces.update(database, (kept) => [place, ...kept.filter((one) => one.id !== id)].slice(0, KEPT)).catch(() => undefined);
      } catch (error) {
        if (question.signal.aborted) return;
        if (error instanceof CallError && error.status === 404) return answer(null);
        answer((await keptPlaces.read(database)).find((one) => one.id === id));
      }
    };
    ask().catch((error: unknown) => console.error('Place', error));
    return () => question.abort();
  }, [id, userId]);
  return id === null ? undefined : known.get(id);
}
