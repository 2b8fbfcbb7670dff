import { type Language, listObservationHistory, type ObservationDraft, type ObservationVersion, type TaxonSummary } from '@veld/contract';
import { useQuery } from '@tanstack/react-query';
import { differences } from '../../../local/outbox/merge';
import { revertToVersion } from '../../../local/records/revert-to-version';
import { api, currentSync } from '../../../local/app/veld';
import { currentDatabase } from '../../accounts/data';
import { summaryOf, taxonById } from '../../taxa/data';
import { fieldLabel, fieldValue } from '../field-labels';
import type { RecordTranslator } from '../record-labels';

export interface RecordHistory {
  /** Newest first. */
  versions: ObservationVersion[];
  /** The taxa of the versions by id, as far as they are on this device. */
  taxa: Record<number, TaxonSummary>;
}

/** The versions of a record of the user; fetched again when its version changes. */
export function useRecordHistory(id: string, version: number) {
  return useQuery({
    queryKey: ['observation-history', id, version],
    queryFn: async ({ signal }): Promise<RecordHistory> => {
      const { data } = await api.call(listObservationHistory, { params: { id } }, { signal });
      const ids = [...new Set(data.flatMap(({ record }) => record.taxon_id ?? []))];
      const known = (await Promise.all(ids.map((taxonId) => taxonById(taxonId)))).filter((taxon) => taxon != null);
      return { versions: data, taxa: Object.fromEntries(known.map((taxon) => [taxon.id, summaryOf(taxon)])) };
    },
    enabled: version > 0,
    // After a save, the old list stays until the new one is loaded, so that a focused button keeps the focus.
    placeholderData: (before, query) => (query?.queryKey[1] === id ? before : undefined),
    meta: { persist: true },
    retry: 1,
  });
}

/** A field changed by a version, as text. */
export interface FieldChange {
  field: string;
  before: string;
  after: string;
}

export function changesOf(
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
