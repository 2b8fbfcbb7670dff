import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type IMAGE_NEEDS, type ImageNeed, listImageNeeds, type NEED_ORDERS, type TaxonGroup, WORLDWIDE } from '@veld/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { number } from '../../i18n/format';
import { api } from '../../local/app/veld';
import { useLanguage } from '../../shared/session/session';
import { type Taxon, taxonOfSummary, useTaxonSearch } from '../../shared/taxa/data';
import { imageAddress, useImageChanges, withPossibleImage } from './data';
import type { RowFacts } from './MissingList';

/** The species to work on: by need, from the server, or those that a search on the device finds, with or without an image. */
export function useQueue(filter: NeedFilter, text: string) {
  const { t } = useTranslation('images');
  const language = useLanguage();
  const isSearch = text.trim() !== '';
  const hits = useTaxonSearch(text, 100);
  const changes = useImageChanges();
  const changeCount = [...changes.values()].reduce((sum, count) => sum + count, 0);
  const needs = useNeeds(filter, !isSearch, changeCount);
  const byId = useMemo(() => new Map(needs.rows?.map((row) => [row.id, row])), [needs.rows]);
  const taxa = useMemo(
    () => (isSearch ? hits && withPossibleImage(hits, filter.group) : needs.rows?.map(taxonOfSummary)),
    [isSearch, hits, filter.group, needs.rows],
  );
  const noteOf = ({ need, records, views }: ImageNeed) =>
    [
      need === 'license' && t('need.license'),
      records > 0 && t('records', { count: records, number: number(records, language) }),
      views > 0 && t('views', { count: views, number: number(views, language) }),
    ]
      .filter(Boolean)
      .join(' · ');
  const factsOf = (taxon: Taxon): RowFacts => {
    const row = isSearch ? undefined : byId.get(taxon.id);
    const version = changes.get(taxon.id);
    const imageUrl = version ? imageAddress(taxon.id, 128, version) : taxon.image_url;
    if (!row) return { imageUrl };
    return { imageUrl, note: version ? t('changed') : noteOf(row) || undefined, isLocked: row.is_locked };
  };
  return {
    taxa,
    factsOf,
    isSearch,
    counts: needs.counts,
    failure: isSearch ? null : needs.failure,
    retry: needs.retry,
    onEnd: !isSearch && needs.hasMore ? needs.more : null,
    doneCount: changes.size,
    isDone: (taxon: Taxon) => changes.has(taxon.id),
  };
}

type Need = (typeof IMAGE_NEEDS)[number];

type NeedOrder = (typeof NEED_ORDERS)[number];

interface NeedFilter {
  /** Or `worldwide`. */
  country: string;
  group: TaxonGroup | null;
  need: Need | null;
  order: NeedOrder;
}

/** Species by how much they need an image, from the server. `changeCount` is the number of images changed in this visit. */
function useNeeds(filter: NeedFilter, isWanted: boolean, changeCount: number) {
  const query = useInfiniteQuery({
    queryKey: ['specie-images', 'needs', filter],
    enabled: isWanted,
    queryFn: ({ pageParam, signal }) => api.call(listImageNeeds, { query: { page: pageParam, ...queryOf(filter) } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last, _all, page) => (last.has_more ? page + 1 : undefined),
  });
  // The rows stay where they are while their images change; the counts move on.
  const { data: later } = useQuery({
    queryKey: ['specie-images', 'counts', filter, changeCount],
    enabled: changeCount > 0,
    queryFn: ({ signal }) => api.call(listImageNeeds, { query: { page: 1, ...queryOf(filter) } }, { signal }),
    placeholderData: keepPreviousData,
  });
  const first = later ?? query.data?.pages[0];
  return {
    rows: query.data?.pages.flatMap((page): ImageNeed[] => page.data),
    counts: first ? { total: first.total, done: first.done } : null,
    failure: query.data ? null : query.error,
    retry: () => void query.refetch(),
    hasMore: query.hasNextPage,
    more: () => {
      if (!query.isFetchingNextPage) void query.fetchNextPage();
    },
  };
}

function queryOf({ country, group, need, order }: NeedFilter) {
  return {
    ...(order === 'records' ? {} : { order }),
    ...(country === WORLDWIDE ? {} : { country }),
    ...(group ? { group } : {}),
    ...(need ? { need } : {}),
  };
}
