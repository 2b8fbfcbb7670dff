import { queryOptions, type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import {
  listConfusions,
  listObservations,
  listTaxonDescriptions,
  listSpeciesCountries,
  listSpeciesNames,
  listTaxonObservers,
  type ListedObservation,
} from '@veld/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { api, database } from '../../local/app/veld';
import { keptTexts } from '../../local/guide/kept';
import { useLanguage, useUser } from '../../shared/session/session';
import { orderPhotos } from './photo-order';

const AN_HOUR = 60 * 60_000;
const A_DAY = 24 * AN_HOUR;
/** Records with photos that are requested, and photos that are shown. */
const ASKED = 50;
const SHOWN = 12;

/** Gives the text about a species; undefined while loading and without one. The device keeps the texts of all species. */
export function useDescriptions(): (taxonId: number) => string | undefined {
  const language = useLanguage();
  const { data } = useQuery({
    queryKey: ['taxon-descriptions', language],
    queryFn: async ({ signal }) => (await api.call(listTaxonDescriptions, {}, { signal })).data,
    staleTime: A_DAY,
    meta: { persist: true },
  });
  const kept = useLiveQuery(() => keptTexts(database, language), [language]);
  return (taxonId) => data?.[taxonId] ?? kept?.[String(taxonId)];
}

function photoRecords(taxonId: number) {
  return queryOptions({
    queryKey: ['taxon-photos', taxonId],
    queryFn: async ({ signal }) =>
      (await api.call(listObservations, { query: { taxon_id: String(taxonId), photos: '1', limit: String(ASKED) } }, { signal })).data,
    staleTime: AN_HOUR,
    meta: { persist: true },
  });
}

const usePhotoRecords = (taxonId: number) => useQuery(photoRecords(taxonId));

/** Public records of other people with photos of a taxon, the most useful photos first. */
export function usePhotosOfOthers(taxonId: number): ListedObservation[] | undefined {
  const { id } = useUser();
  const { data } = usePhotoRecords(taxonId);
  return (
    data &&
    orderPhotos(
      data.filter(({ user }) => user.id !== id),
      SHOWN,
    )
  );
}

/** The people with the most records of a taxon, among those who opted in to the community. */
export function useObservers(taxonId: number) {
  return useObserversOf(taxonId).data;
}

function useObserversOf(taxonId: number) {
  return useQuery({
    queryKey: ['taxon-observers', taxonId],
    queryFn: async ({ signal }) => (await api.call(listTaxonObservers, { params: { taxonId: String(taxonId) } }, { signal })).data.people,
    staleTime: AN_HOUR,
    meta: { persist: true },
  });
}

/** How loading what others recorded of a taxon went: its age, and whether there is none although it was asked for. */
export function useStateOfOthers(taxonId: number) {
  const parts = [usePhotoRecords(taxonId), useObserversOf(taxonId)];
  return {
    ...missingOf(parts),
    isOutdated: parts.some(({ data, isError }) => data !== undefined && isError),
    refreshedAt: Math.min(...parts.map(({ dataUpdatedAt }) => dataUpdatedAt)),
  };
}

/** Whether the photos that other people took of some species are missing although they were asked for. */
export function useStateOfPhotos(taxonIds: readonly number[]) {
  return missingOf(useQueries({ queries: taxonIds.map(photoRecords) }));
}

function missingOf(parts: readonly Pick<UseQueryResult, 'data' | 'isError' | 'fetchStatus' | 'refetch'>[]) {
  return {
    isMissing: parts.some(({ data, isError, fetchStatus }) => data === undefined && (isError || fetchStatus === 'paused')),
    retry: () => parts.forEach(({ isError, refetch }) => void (isError && refetch())),
  };
}

/** The names of a taxon with the lists that they come from; undefined while loading and where that is not known on this device. */
export function useSourcesOfNames(taxonId: number) {
  return useQuery({
    queryKey: ['species-names', taxonId],
    queryFn: async ({ signal }) => (await api.call(listSpeciesNames, { params: { id: String(taxonId) } }, { signal })).data,
    staleTime: A_DAY,
    meta: { persist: true },
  }).data;
}

/** The countries of a taxon with what sources say about it, the one where it is commonest first. */
export function useCountriesOfSpecies(taxonId: number) {
  return useQuery({
    queryKey: ['species-statuses', taxonId],
    queryFn: async ({ signal }) => (await api.call(listSpeciesCountries, { params: { id: String(taxonId) } }, { signal })).data,
    staleTime: A_DAY,
    meta: { persist: true },
  }).data;
}

/** The species with which people confused a species, the most frequent first. The last answer stays on the device. */
export function useConfusions(taxonId: number | null) {
  const language = useLanguage();
  return useQuery({
    queryKey: ['taxon-confusions', taxonId, language],
    queryFn: async ({ signal }) => (await api.call(listConfusions, { params: { taxonId: String(taxonId) } }, { signal })).data.species,
    enabled: taxonId !== null,
    staleTime: AN_HOUR,
    meta: { persist: true },
  });
}
