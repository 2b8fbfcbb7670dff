import type { Figures } from './compute';
import type { Phenology } from './phenology';
import type { ReviewFacts } from './review-facts';
import type { StatisticsFilter } from './select-records';

/** The species that taxa count for, where it is another; null as long as the taxonomy has not said. */
export type SpeciesOf = readonly (readonly [taxon: number, species: number])[] | null;

/** What the screen asks of the records of a person. */
export type StatisticsQuestion =
  | { kind: 'taxa' }
  | { kind: 'figures'; filter: StatisticsFilter; speciesOf: SpeciesOf }
  | { kind: 'phenology'; filter: StatisticsFilter; speciesOf: SpeciesOf; species: number }
  | { kind: 'review'; filter: StatisticsFilter; speciesOf: SpeciesOf; year: string };

export interface StatisticsAnswers {
  /** The ids of all taxa of the records. */
  taxa: number[];
  figures: Figures;
  phenology: Phenology;
  review: ReviewFacts;
}
export type AnswerTo<Q extends StatisticsQuestion> = StatisticsAnswers[Q['kind']];

export type StatisticsRequest = { id: number; userId: string; question: StatisticsQuestion } | { cancel: number };

export type StatisticsReply =
  | { id: number; answer: StatisticsAnswers[keyof StatisticsAnswers] }
  /** Figures of the records read so far. */
  | { id: number; partial: Figures }
  | { id: number; error: Error }
  /** Records of the person have changed since they were asked about. */
  | { changed: string };
