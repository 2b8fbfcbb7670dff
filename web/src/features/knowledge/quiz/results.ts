import type { TaxonGroup } from '@veld/contract';
import type { QuizRound } from '../../../local/guide/quiz';
import { readGroup, type Taxon } from '../../../shared/taxa/data';

export interface Score {
  right: number;
  of: number;
}

export interface Results extends Score {
  /** Pictures that could not be shown; they count for nothing. */
  skipped: number;
  groups: (Score & { group: TaxonGroup })[];
  /** The species answered wrong. */
  missed: number[];
}

/** How many of how many first answers were right, in all and by group. */
export function scoreRound({ questions, answers }: QuizRound, taxa: ReadonlyMap<number, Taxon>): Results {
  const groups = new Map<TaxonGroup, Score>();
  const results: Results = { right: 0, of: 0, skipped: 0, groups: [], missed: [] };
  for (const [at, { taxon_id: id }] of questions.entries()) {
    const chosen = answers[at];
    if (chosen === 'skipped') results.skipped++;
    if (chosen == null || chosen === 'skipped') continue;
    const isRight = chosen === id;
    const group = readGroup(taxa.get(id) ?? { group: 'other' });
    const score = groups.get(group) ?? { right: 0, of: 0 };
    groups.set(group, score);
    for (const one of [results, score]) {
      one.of++;
      if (isRight) one.right++;
    }
    if (!isRight) results.missed.push(id);
  }
  results.groups = [...groups].map(([group, score]) => ({ group, ...score }));
  return results;
}
