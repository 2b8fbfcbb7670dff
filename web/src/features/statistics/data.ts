import { useEffect, useMemo, useState } from 'react';
import { askStatistics, onStatisticsChange } from '../../local/records/figures/ask-statistics';
import type { Figures } from '../../local/records/figures/compute';
import type { AnswerTo, SpeciesOf, StatisticsQuestion } from '../../local/records/figures/requests';
import type { StatisticsFilter } from '../../local/records/figures/select-records';
import { currentDatabase } from '../../shared/session/session';
import { useCountedSpecies } from '../../shared/taxa/data';

export type { Figures } from '../../local/records/figures/compute';

/** What figures are about: the records as they are now, of a filter. */
export interface Asked {
  userId: string;
  filter: StatisticsFilter;
  speciesOf: SpeciesOf;
  /** Grows with each change of the records. */
  version: number;
}

interface Result<Q extends StatisticsQuestion> {
  of: object;
  question: Q;
  answer?: AnswerTo<Q>;
  error?: unknown;
  isPartial: boolean;
}

/** The answer to a question; the one before stays until it comes. The question must be memoized. Throws an error of the database. */
function useStatistics<Q extends StatisticsQuestion>(userId: string, question: Q | null, version: number) {
  const [result, setResult] = useState<Result<Q> | null>(null);
  // A new object for each version of the records, by which an answer is known.
  const asked = useMemo(() => (question === null ? null : { question, version }), [question, version]);
  useEffect(() => {
    if (!asked) return;
    const stop = new AbortController();
    const { signal } = stop;
    const onPartial = (figures: Figures) => {
      if (!signal.aborted) setResult({ of: asked, question: asked.question, answer: figures as AnswerTo<Q>, isPartial: true });
    };
    askStatistics(userId, asked.question, { signal, onPartial }).then(
      (answer) => !signal.aborted && setResult({ of: asked, question: asked.question, answer, isPartial: false }),
      (error: unknown) => !signal.aborted && setResult({ of: asked, question: asked.question, error, isPartial: false }),
    );
    return () => stop.abort();
  }, [userId, asked]);
  if (result && 'error' in result && result.of === asked) throw result.error;
  const isOfAsked = result !== null && result.of === asked;
  return {
    answer: result?.answer,
    of: result?.question,
    isCurrent: isOfAsked && !result.isPartial,
    isPartial: isOfAsked && result.isPartial,
  };
}

/** Grows with each change of the records that statistics were asked about. */
function useVersion(userId: string): number {
  const [version, setVersion] = useState(0);
  useEffect(() => onStatisticsChange((changed) => changed === userId && setVersion((before) => before + 1)), [userId]);
  return version;
}

const TAXA = { kind: 'taxa' } as const;

/** The species that the taxa of the records count for; null until it is known. */
function useSpeciesOfRecords(userId: string, version: number): SpeciesOf {
  const { answer: ids } = useStatistics(userId, TAXA, version);
  // The same taxa are the same question, also in a new array.
  const key = useMemo(() => ids && JSON.stringify(ids), [ids]);
  const speciesOf = useCountedSpecies(useMemo(() => (key === undefined ? undefined : (JSON.parse(key) as number[])), [key]));
  return useMemo(() => (speciesOf ? [...speciesOf] : null), [speciesOf]);
}

/**
 * The figures of a filter, from the records on this device. While these are read for the first time, figures of those read so far.
 * Undefined until there are any; then those of the filter before stay until the next are. Without a filter, such as while a saved
 * place is read, nothing is computed.
 */
export function useFigures(filter: StatisticsFilter | null): {
  figures: Figures | undefined;
  /** They are of this filter and of all records. */
  isCurrent: boolean;
  /** They are of this filter and of the records read so far. */
  isPartial: boolean;
  asked: Asked | null;
} {
  const { userId } = currentDatabase();
  const version = useVersion(userId);
  const speciesOf = useSpeciesOfRecords(userId, version);
  const question = useMemo(() => filter && { kind: 'figures' as const, filter, speciesOf }, [filter, speciesOf]);
  const { answer, isCurrent, isPartial } = useStatistics(userId, question, version);
  const asked = useMemo(() => filter && { userId, filter, speciesOf, version }, [userId, filter, speciesOf, version]);
  return { figures: answer, isCurrent: isCurrent && speciesOf !== null, isPartial, asked };
}

/** The months of a species over the years, of the records of figures; undefined until those of this species are counted. */
export function usePhenology({ userId, filter, speciesOf, version }: Asked, species: number | null) {
  const question = useMemo(
    () => (species === null ? null : { kind: 'phenology' as const, filter, speciesOf, species }),
    [filter, speciesOf, species],
  );
  const { answer, of } = useStatistics(userId, question, version);
  return of?.species === species ? answer : undefined;
}

/** The facts of a year in review; undefined while they are counted first. */
export function useReviewFacts({ userId, filter, speciesOf, version }: Asked, year: string) {
  const question = useMemo(() => ({ kind: 'review' as const, filter, speciesOf, year }), [filter, speciesOf, year]);
  return useStatistics(userId, question, version).answer;
}
