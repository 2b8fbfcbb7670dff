import type { TaxonSummary } from '@veld/contract';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { currentLocale } from '../../i18n/locale';
import { onTaxonomyChange, taxaByIds } from '../../local/taxonomy/search';
import { TaxonNames } from '../../local/taxonomy/taxon-names';
import { summaryOf } from './summary';

const names = new TaxonNames((ids) => taxaByIds(ids, currentLocale()));
onTaxonomyChange(() => names.refresh());

/** What shows the name of a taxon. `taxon` is null if only the id is known. */
interface Named {
  taxon: TaxonSummary | null;
  taxon_id?: number | null | undefined;
}

/**
 * Records with the names that their taxa have in the language of the app, from the taxonomy on this device. The names that came with a
 * record may be in the language in which it was saved or fetched; they are shown until the device knows better. A record whose names
 * are right is the same object.
 */
export function useNamed<T extends Named>(records: readonly T[]): readonly T[] {
  const known = useKnown(records);
  // oxlint-disable-next-line react/exhaustive-deps -- `known` is what `withName` reads
  return useMemo(() => records.map(withName), [records, known]);
}

/** As `useNamed`, for one record. */
export function useNamedRecord<T extends Named>(record: T): T {
  const known = useKnown([record]);
  // oxlint-disable-next-line react/exhaustive-deps -- `known` is what `withName` reads
  return useMemo(() => withName(record), [record, known]);
}

/** As `useNamed`, for the taxon of a form or a draft. */
export function useNamedTaxon<T extends TaxonSummary | null>(taxon: T): T {
  return useNamedRecord(useMemo(() => ({ taxon }), [taxon])).taxon;
}

/** Has the taxa looked up. The known names as one text, so that only components whose names changed are rendered again. */
function useKnown(records: readonly Named[]): string {
  const key = [...new Set(records.flatMap((record) => taxonIdOf(record) ?? []))].join();
  const ids = useMemo(() => (key === '' ? [] : key.split(',').map(Number)), [key]);
  const watch = useCallback((onChange: () => void) => names.watch(ids, onChange), [ids]);
  return useSyncExternalStore(watch, () => JSON.stringify(ids.map((id) => [names.get(id)?.name, names.get(id)?.scientific_name])));
}

const taxonIdOf = ({ taxon, taxon_id }: Named) => taxon?.id ?? taxon_id ?? null;

function withName<T extends Named>(record: T): T {
  const { taxon } = record;
  const known = names.get(taxonIdOf(record) ?? 0);
  if (!known || (taxon?.name === known.name && taxon.scientific_name === known.scientific_name)) return record;
  return { ...record, taxon: { ...(taxon ?? summaryOf(known)), name: known.name, scientific_name: known.scientific_name } };
}
