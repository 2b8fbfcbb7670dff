import { expect, it } from 'vitest';
import { parseRank } from './ranks.ts';

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
  for (const word of words.split(' ')) expect(parseRank(word), word).toBe(rank);
});

it.each([
  ['kingdom', 'REINO, Reino, reich, rijk, règne, regno, królestwo, ryk'],
  ['phylum', 'FILO, División, Divisão, embranchement, Stamm, stam, filum'],
  ['class', 'CLASE, classe, Klasse, gromada, klas'],
  ['order', 'ORDEN, Ordem, ordre, ordine, Ordnung, rząd'],
  ['family', 'FAMILIA, Família, famille, famiglia, rodzina'],
  ['subfamily', 'SUBFAMILIA, subfamília, sous-famille'],
  ['tribe', 'TRIBU, tribo'],
  ['genus', 'GENERO, género, gênero, GÉNERO, genre, genere, Gattung, geslacht, rodzaj'],
  ['subgenus', 'SUBGENERO, subgénero, subgênero'],
  ['species', 'ESPECIE, espécie, espèce, specie, Art, soort, gatunek, spesie'],
  ['subspecies', 'SUBESPECIE, subespécie, sous-espèce, Unterart, ondersoort'],
  ['variety', 'VARIEDADE, Variedad, variété, varietà, Varietät, variëteit, odmiana'],
  ['form', 'FORMA, forme, vorm'],
  ['hybrid', 'híbrido, HIBRIDO'],
])('the rank %s is also written in the languages of the app: %s', (rank, words) => {
  for (const word of words.split(', ')) {
    expect(parseRank(word), word).toBe(rank);
    expect(parseRank(word.normalize('NFD')), word).toBe(rank);
  }
});

it('two words can be a rank', () => {
  expect(parseRank(' Species aggregate ')).toBe('aggregate');
});
