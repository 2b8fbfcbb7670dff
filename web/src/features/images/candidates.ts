import { type CandidateSource, getTaxonImages, type ImageCandidate } from '@veld/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../local/app/veld';

export type Candidate = ImageCandidate;

/** Other sites answer slowly at times. */
const TIME_LIMIT_MS = 30_000;

/** The candidates of one source. Each source is asked on its own, so that a slow one does not hold up the others. */
function useSource(taxonId: number, source: CandidateSource) {
  return useInfiniteQuery({
    queryKey: ['specie-images', taxonId, source],
    queryFn: ({ pageParam, signal }) =>
      api.call(
        getTaxonImages,
        { params: { taxonId: String(taxonId) }, query: { page: pageParam, source } },
        { signal, timeout: TIME_LIMIT_MS },
      ),
    initialPageParam: 1,
    getNextPageParam: (last, _all, page) => (last.sources.some((one) => one.has_more) ? page + 1 : undefined),
  });
}

export interface Site {
  source: 'commons' | 'inaturalist';
  state: 'loading' | 'ok' | 'failed' | 'off';
  retry: () => void;
}

/** Photos on this server and images of other sites that can become the image of the species. */
export function useCandidates(taxonId: number) {
  const own = useSource(taxonId, 'own');
  const commons = useSource(taxonId, 'commons');
  const inaturalist = useSource(taxonId, 'inaturalist');
  const all = [own, commons, inaturalist];
  const siteOf = (source: Site['source'], query: typeof own): Site => ({
    source,
    state: query.isError ? 'failed' : (query.data?.pages.at(-1)?.sources[0]?.state ?? 'loading'),
    retry: () => void query.refetch(),
  });
  return {
    /** Undefined until the photos on this server are known. */
    candidates: own.data && all.flatMap((query) => query.data?.pages.flatMap((page): Candidate[] => page.images) ?? []),
    failure: own.error,
    retry: () => void own.refetch(),
    sites: [siteOf('commons', commons), siteOf('inaturalist', inaturalist)],
    allowsNonCommercial: own.data?.pages[0]?.allows_non_commercial ?? false,
    hasMore: all.some((query) => query.hasNextPage),
    more: () => {
      for (const query of all) if (query.hasNextPage) void query.fetchNextPage();
    },
  };
}
