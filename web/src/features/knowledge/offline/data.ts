import { skipToken, useQuery } from '@tanstack/react-query';
import { listTaxonPictures } from '@veld/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { api, database } from '../../../local/app/veld';
import { systemClock } from '../../../local/device/clock';
import { inOneTab } from '../../../local/device/one-tab';
import { freeBytes } from '../../../local/device/room';
import { GuideKeeper } from '../../../local/guide/keeper';
import { type KeptGuide, readKept } from '../../../local/guide/kept';
import { cachedPictures } from '../../../local/guide/picture-store';
import { useLanguage } from '../../../shared/session/session';
import { keepArticles } from '../../articles/data';

export { sumGuideBytes, type KeptGuide } from '../../../local/guide/kept';
export type { GuidePlan } from '../../../local/guide/keeper';

let keeper: GuideKeeper | null = null;

/** The keeper of this page; null where the browser cannot keep pictures. */
export function guideKeeper(): GuideKeeper | null {
  if (keeper) return keeper;
  const pictures = cachedPictures();
  if (!pictures) return null;
  keeper = new GuideKeeper({ database, api, pictures, clock: systemClock, free: freeBytes, keepArticles, inOneTab: inThisTab });
  return keeper;
}

const inThisTab = (work: () => Promise<void>) => inOneTab('veld-kept-guides', work);

/** What is kept of countries on this device, the last begun first; undefined while loading. */
export function useKept(): KeptGuide[] | undefined {
  return useLiveQuery(async () => (await readKept(database)).toReversed(), []);
}

/** What there is to keep of a country, from the server. */
export function useGuidePlan(country: string | null) {
  const language = useLanguage();
  return useQuery({
    queryKey: ['guide-plan', country, language],
    queryFn:
      country === null ? skipToken : async ({ signal }) => (await api.call(listTaxonPictures, { params: { country } }, { signal })).data,
  });
}
