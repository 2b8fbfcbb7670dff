import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { type RecordFact, recordFacts } from '../../local/records/in-memory/record-facts';
import { currentDatabase } from '../accounts/data';
import { useSpeciesOf } from '../taxa/data';
import { computeFigures, type Figures } from './figures/compute';
import type { StatisticsFilter } from './figures/select-records';

export type { Figures } from './figures/compute';

/** The user's records, reduced to what statistics need. Undefined while they are read; an error of the database is thrown. */
function useRecordFacts(): readonly RecordFact[] | undefined {
  const held = recordFacts(currentDatabase());
  const [read, setRead] = useState<{ held: typeof held; error?: unknown } | null>(null);
  const facts = useSyncExternalStore(held.subscribe, held.current);
  useEffect(() => {
    held.ready().then(
      () => setRead({ held }),
      (error: unknown) => setRead({ held, error }),
    );
  }, [held]);
  if (read?.held !== held) return undefined;
  if ('error' in read) throw read.error;
  return facts;
}

/** The ids of all taxa of the records, memoized by content. */
function useTaxonIds(facts: readonly RecordFact[] | undefined): readonly number[] | undefined {
  const key = useMemo(() => facts && [...new Set(facts.flatMap(({ taxon_id: id }) => id ?? []))].sort((a, b) => a - b).join(), [facts]);
  return useMemo(() => (key === undefined ? undefined : key === '' ? [] : key.split(',').map(Number)), [key]);
}

/**
 * The figures of a filter, from the records on this device. Undefined until they are computed first; then those of the filter before
 * stay until the next are. Without a filter, such as while a saved place is read, nothing is computed.
 */
export function useFigures(filter: StatisticsFilter | null): { figures: Figures | undefined; isCurrent: boolean; isAny: boolean } {
  const facts = useRecordFacts();
  const speciesOf = useSpeciesOf(useTaxonIds(facts));
  const [answer, setAnswer] = useState<{ of: unknown; figures: Figures } | null>(null);
  const asked = useMemo(() => facts && speciesOf && filter && { facts, speciesOf, filter }, [facts, speciesOf, filter]);
  useEffect(() => {
    if (!asked) return;
    const stop = new AbortController();
    computeFigures(asked.facts, asked.filter, asked.speciesOf, stop.signal).then(
      (figures) => setAnswer({ of: asked, figures }),
      (error: unknown) => {
        if (!stop.signal.aborted) console.error('Statistics', error);
      },
    );
    return () => stop.abort();
  }, [asked]);
  return { figures: answer?.figures, isCurrent: answer !== null && answer.of === asked, isAny: (facts?.length ?? 0) > 0 };
}
