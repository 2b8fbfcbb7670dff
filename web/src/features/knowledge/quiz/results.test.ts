import { expect, it } from 'vitest';
import { localTaxon } from '../../species/testing/rows';
import { scoreRound } from './Quiz';

it('counts the right answers in all and by group; what could not be shown counts for nothing', () => {
  const taxa = new Map([localTaxon(1), localTaxon(2), localTaxon(3, { group: 'moss' })].map((taxon) => [taxon.id, taxon]));
  const questions = [1, 2, 3, 1].map((taxon_id) => ({ taxon_id, options: [1, 2, 3, 4], asks: 'vernacular' as const }));
  expect(scoreRound({ mode: 'picture', is_practice: false, questions, answers: [1, 3, 3, 'skipped'] }, taxa)).toEqual({
    right: 2,
    of: 3,
    skipped: 1,
    groups: [
      { group: 'bird', right: 1, of: 2 },
      { group: 'moss', right: 1, of: 1 },
    ],
    missed: [2],
  });
});
