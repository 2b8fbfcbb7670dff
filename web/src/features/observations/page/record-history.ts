import { type Language, listObservationHistory, type ObservationDraft, type ObservationVersion, type TaxonSummary } from '@veld/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { differences } from '../../../local/outbox/merge';
import { revertToVersion } from '../../../local/records/save-observation';
import { api, currentSync } from '../../../local/app/veld';
import { currentDatabase, FIRST_PAGE } from '../../../shared/session/session';
import { useNamed } from '../../../shared/taxa/names';
import { fieldLabel, fieldValue } from '../../../shared/records/field-labels';
import type { RecordTranslator } from '../../../shared/records/record-labels';

export interface RecordHistory {
  /** Newest first. */
  versions: ObservationVersion[];
  /** The taxa of the versions by id, as far as they are on this device. */
  taxa: Record<number, TaxonSummary>;
}

interface HistoryPage {
  versions: ObservationVersion[];
  next_cursor: string | null;
}

async function fetchPage(id: string, cursor: string | null, signal: AbortSignal): Promise<HistoryPage> {
  const query = cursor === null ? {} : { cursor };
  const { data, next_cursor } = await api.call(listObservationHistory, { params: { id }, query }, { signal });
  return { versions: data, next_cursor };
}

/** The versions of a record of the user, page by page; the loaded pages are fetched again when its version changes. */
export function useRecordHistory(id: string, version: number) {
  const query = useInfiniteQuery({
    queryKey: ['observation-history', id],
    queryFn: ({ pageParam, signal }) => fetchPage(id, pageParam, signal),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (last) => last.next_cursor,
    enabled: version > 0,
    meta: { persist: true },
    retry: 1,
  });
  const { refetch } = query;
  const pages = query.data?.pages;
  const newest = pages?.[0]?.versions[0]?.version;
  // With the same key, the old list stays until the new one is loaded, so that a focused button keeps the focus.
  useEffect(() => {
    if (newest !== undefined && newest < version) void refetch();
  }, [newest, version, refetch]);
  const versions = pages?.flatMap((page) => page.versions);
  const taxa = useTaxaOf(versions);
  const history: RecordHistory | undefined = versions && { versions, taxa };
  return {
    history,
    failure: query.error,
    isLoading: query.isFetching,
    retry: () => void refetch(),
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    moreFailed: query.isFetchNextPageError,
    showMore: query.fetchNextPage,
  };
}

function useTaxaOf(versions: readonly ObservationVersion[] = []): RecordHistory['taxa'] {
  const nameless = versions.map(({ record }): Nameless => ({ taxon_id: record.taxon_id, taxon: null }));
  return Object.fromEntries(useNamed(nameless).flatMap(({ taxon }) => (taxon ? [[taxon.id, taxon]] : [])));
}

interface Nameless {
  taxon_id: number | null | undefined;
  taxon: TaxonSummary | null;
}

/** A field changed by a version, as text. */
export interface FieldChange {
  field: string;
  before: string;
  after: string;
}

export function describeChanges(
  version: ObservationVersion,
  previous: ObservationVersion,
  taxa: RecordHistory['taxa'],
  t: RecordTranslator,
  language: Language,
): FieldChange[] {
  const valueText = (field: string, { record }: ObservationVersion) =>
    fieldValue(field, record, taxa[record.taxon_id ?? 0]?.name ?? null, t, language) || t('observations:outbox.empty_value');
  return differences(version.record as ObservationDraft, previous.record as ObservationDraft).map((field) => ({
    field: fieldLabel(field, t),
    before: valueText(field, previous),
    after: valueText(field, version),
  }));
}

/** Restores an older version, after pulling changes of other devices. */
export async function restoreVersion(
  id: string,
  version: ObservationVersion,
  history: RecordHistory,
  versionHere: number,
): Promise<boolean> {
  if ((history.versions[0]?.version ?? 0) > versionHere) await currentSync().pull.run();
  return revertToVersion(currentDatabase(), id, version.record, { taxon: history.taxa[version.record.taxon_id ?? 0] ?? null });
}
