import { expect, it } from 'vitest';
import { rankOfName } from './ranks.ts';

it.each([
  ['Salix alba', 'species'],
  ['Salix × rubens', 'hybrid'],
  ['Salix x rubens', 'hybrid'],
  ['×Cuprocyparis leylandii', 'hybrid'],
  ['Salix', 'unranked'],
  ['Salix alba vitellina', 'subspecies'],
  ['Salix alba var. vitellina', 'variety'],
  ['Salix alba f. argentea', 'form'],
  ['Apis (Apis) mellifera', 'species'],
])('without a rank in the file, the words of %s make it: %s', (name, rank) => {
  expect(rankOfName(name)).toBe(rank);
});
