import { expect, it } from 'vitest';
import { rankOf } from './ranks.ts';

it.each([
  ['kingdom', 'regnum Kingdom'],
  ['phylum', 'division divisio phylum'],
  ['subphylum', 'subdivision'],
  ['class', 'classis'],
  ['order', 'ordo ORDER'],
  ['family', 'familia fam fam. family'],
  ['tribe', 'tribus'],
  ['genus', 'gen gen.'],
  ['species', 'sp sp. spec species'],
  ['subspecies', 'ssp ssp. subsp Subsp.'],
  ['variety', 'var var. varietas'],
  ['form', 'f f. fo forma'],
  ['aggregate', 'agg agg. group'],
  ['infraspecies', 'infraspecificname'],
  ['hybrid', 'nothospecies hybrid'],
  ['cultivar', 'cultivar'],
  [null, 'wren speciess constructor'],
])('the rank %s is also written %s', (rank, words) => {
  for (const word of words.split(' ')) expect(rankOf(word), word).toBe(rank);
});

it('two words can be a rank', () => {
  expect(rankOf(' Species aggregate ')).toBe('aggregate');
});
