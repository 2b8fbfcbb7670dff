import type { UserDatabase } from '../../db/database';
import { type RecordFact, recordFacts } from '../in-memory/record-facts';
import type { FactsInMemory } from '../in-memory/facts-in-memory';
import { computeFigures, type Counted, type Figures } from './compute';
import { computePhenology } from './phenology';
import type { AnswerTo, SpeciesOf, StatisticsQuestion } from './requests';
import { reviewFacts } from './review-facts';
import type { StatisticsFilter } from './select-records';

/** Facts read at once: more than in a page, because nothing waits for the worker. */
const BATCH = 5000;
/** The first figures are of as many records, the next ones of twice as many and so on, so that together they cost less than the last. */
const FIRST_PARTIAL = 4000;

interface Parts {
  database: UserDatabase;
  /** Called when records have changed after they were read. */
  onChange: () => void;
  batch?: number;
  /** How many records the first figures are of. */
  firstPartial?: number;
}

/** Statistics of the records of one person. Reads them once, then only what has changed. */
export class StatisticsEngine {
  readonly #firstPartial: number;
  readonly #held: FactsInMemory<RecordFact>;
  readonly #readers = new Set<(soFar: readonly RecordFact[]) => void>();
  #computing: Promise<void> = Promise.resolve();
  #last: { facts: readonly RecordFact[]; key: string; counted: Counted; figures: Figures } | null = null;

  constructor({ database, onChange, batch = BATCH, firstPartial = FIRST_PARTIAL }: Parts) {
    this.#firstPartial = firstPartial;
    this.#held = recordFacts(database, {
      batch,
      onBatch: (soFar) => {
        for (const reader of this.#readers) reader(soFar);
      },
    });
    let hasRead = false;
    this.#held.subscribe(() => {
      if (hasRead) onChange();
      hasRead = true;
    });
  }

  /** Rejects when `signal` aborts. `onPartial` gets figures while the records are read for the first time. */
  async answer<Q extends StatisticsQuestion>(
    question: Q,
    signal: AbortSignal,
    onPartial: (figures: Figures) => void = () => undefined,
  ): Promise<AnswerTo<Q>> {
    return (await this.#answer(question, signal, onPartial)) as AnswerTo<Q>;
  }

  async #answer(question: StatisticsQuestion, signal: AbortSignal, onPartial: (figures: Figures) => void): Promise<unknown> {
    if (question.kind === 'taxa') return taxaOf(await this.#facts());
    if (question.kind === 'figures') return (await this.#figures(question.filter, question.speciesOf, signal, onPartial)).figures;
    const { counted } = await this.#figures(question.filter, question.speciesOf, signal);
    return question.kind === 'phenology' ? computePhenology(counted.records, question.species) : reviewFacts(counted.all, question.year);
  }

  async #facts(): Promise<readonly RecordFact[]> {
    await this.#held.ready();
    return this.#held.current();
  }

  async #figures(filter: StatisticsFilter, speciesOf: SpeciesOf, signal: AbortSignal, onPartial?: (figures: Figures) => void) {
    const known = new Map(speciesOf ?? []);
    const stopReading = onPartial && this.#whileReading(filter, known, signal, onPartial);
    const facts = await this.#facts().finally(stopReading);
    const key = JSON.stringify([filter, speciesOf]);
    // One after another, because the questions of a screen are about the same records.
    const computing = this.#computing.then(async () => {
      signal.throwIfAborted();
      if (this.#last?.facts === facts && this.#last.key === key) return this.#last;
      return (this.#last = { facts, key, ...(await computeFigures(facts, filter, known, signal)) });
    });
    this.#computing = computing.then(nothing, nothing);
    return computing;
  }

  /** Computes figures of what was read so far, one after another. Returns a function that ends it. */
  #whileReading(
    filter: StatisticsFilter,
    speciesOf: ReadonlyMap<number, number>,
    signal: AbortSignal,
    onPartial: (figures: Figures) => void,
  ): () => void {
    const stop = new AbortController();
    let due = this.#firstPartial;
    let isComputing = false;
    const reader = (soFar: readonly RecordFact[]) => {
      if (isComputing || soFar.length < due) return;
      due = soFar.length * 2;
      isComputing = true;
      computeFigures([...soFar], filter, speciesOf, AbortSignal.any([signal, stop.signal]))
        .then(({ figures }) => onPartial(figures))
        // Nothing waits for it any more.
        .catch(() => undefined)
        .finally(() => (isComputing = false));
    };
    this.#readers.add(reader);
    return () => {
      stop.abort();
      this.#readers.delete(reader);
    };
  }
}

const nothing = () => undefined;

function taxaOf(facts: readonly RecordFact[]): number[] {
  return [...new Set(facts.flatMap(({ taxon_id: id }) => id ?? []))].toSorted((one, other) => one - other);
}
