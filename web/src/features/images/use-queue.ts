import type { ImageNeed } from '@veld/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { number } from '../../i18n/format';
import { useLanguage } from '../../shared/session/session';
import { type Taxon, taxonOfSummary, useTaxonSearch } from '../../shared/taxa/data';
import { imageAddress, useImageChanges, withPossibleImage } from './data';
import type { RowFacts } from './MissingList';
import { type NeedFilter, useNeeds } from './needs';

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
