import { type CandidateSource, CANDIDATE_SOURCES, getTaxonImages, IMAGE_QUALITIES, type ImageCandidate } from '@veld/contract';
import { infiniteQueryOptions, type QueryClient, useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../local/app/veld';

export type Candidate = ImageCandidate;

/** Other sites answer slowly at times. */
const TIME_LIMIT_MS = 30_000;

/** The signed addresses of previews are valid for an hour. */
const FRESH_MS = 1_200_000;

/** The candidates of one source. Each source is asked on its own, so that a slow one does not hold up the others. */
function sourceQuery(taxonId: number, source: CandidateSource) {
  return infiniteQueryOptions({
    queryKey: ['specie-images', taxonId, source],
    queryFn: ({ pageParam, signal }) =>
      api.call(
        getTaxonImages,
        { params: { taxonId: String(taxonId) }, query: { page: pageParam, source } },
        { signal, timeout: TIME_LIMIT_MS },
      ),
    staleTime: FRESH_MS,
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
  const own = useInfiniteQuery(sourceQuery(taxonId, 'own'));
  const commons = useInfiniteQuery(sourceQuery(taxonId, 'commons'));
  const inaturalist = useInfiniteQuery(sourceQuery(taxonId, 'inaturalist'));
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

/** Asks for the candidates of a species before it is opened, and loads the picture of the best one. */
export async function prefetchCandidates(client: QueryClient, taxonId: number): Promise<void> {
  const all = await Promise.all(
    CANDIDATE_SOURCES.map((source) => client.fetchInfiniteQuery(sourceQuery(taxonId, source)).catch(() => undefined)),
  );
  const [best] = rankCandidates(all.flatMap((data) => data?.pages.flatMap((page): Candidate[] => page.images) ?? []));
  if (best) new Image().src = best.url;
}

/** The sides of a picture that fills a screen. */
const LONG_EDGE = 1200;
const SHORT_EDGE = 800;

/**
 * The candidates that may be chosen, the best first: photos of this server in its order, then those of other sites that are large enough, exactly
 * of the species, praised by their site, and by somebody who has none before; in all else in the order of their sites, in turn.
 */
export function rankCandidates(candidates: readonly Candidate[]): Candidate[] {
  const usable = candidates.filter((candidate) => candidate.is_usable);
  const own = usable.filter(isOwn);
  const places = new Map<string, number>();
  const authors = new Map<string, number>();
  const nextIn = (counts: Map<string, number>, key: string) => {
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    return count;
  };
  const others = usable
    .filter((candidate) => !isOwn(candidate))
    .map((candidate) => ({
      candidate,
      place: nextIn(places, candidate.source),
      isRepeat: nextIn(authors, `${candidate.source} ${candidate.attribution}`) > 0,
    }))
    .toSorted(
      (a, b) =>
        Number(isLarge(b.candidate)) - Number(isLarge(a.candidate)) ||
        Number(b.candidate.is_exact) - Number(a.candidate.is_exact) ||
        praiseOf(b.candidate) - praiseOf(a.candidate) ||
        Number(a.isRepeat) - Number(b.isRepeat) ||
        a.place - b.place,
    )
    .map(({ candidate }) => candidate);
  return [...own, ...others];
}

/** Whether it is a photo of this server. */
export function isOwn({ url }: Candidate): boolean {
  return url.startsWith('/api/media/');
}

function praiseOf({ quality }: Candidate): number {
  return quality === null ? 0 : IMAGE_QUALITIES.length - IMAGE_QUALITIES.indexOf(quality);
}

/** Sites that do not say how large a picture is, have large ones. */
function isLarge({ width, height }: Candidate): boolean {
  return width === null || height === null || (Math.max(width, height) >= LONG_EDGE && Math.min(width, height) >= SHORT_EDGE);
}
