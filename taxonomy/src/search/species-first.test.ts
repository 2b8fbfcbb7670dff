import fc from 'fast-check';
import { expect, it } from 'vitest';
import { buildIndex } from '../build/build-index.ts';
import { languages, plainTaxon } from './generated.cases.ts';
import { searchPlainly } from './reference-search.testing.ts';

const GENUS = plainTaxon(2, { rank: 'genus', parent_id: 1, names: { nl: 'Vos' } });
const FAMILY = plainTaxon(1, { rank: 'family', names: { nl: 'Vos' } });
const SPECIES = plainTaxon(3, { parent_id: 2, names: { nl: 'Rode vos' }, name_synonyms: { nl: ['Vos'] } });
const OTHER = plainTaxon(4, { parent_id: 9, names: { nl: 'Zeevos' }, name_synonyms: { nl: ['Vos'] } });

function idsOf(rows: Parameters<typeof buildIndex>[0], limit = 100): number[] {
  return buildIndex(rows, { languages })
    .search('vos', { limit })
    .map(({ id }) => id);
}

it('finds a species before its genus and its family of the same name, even if only theirs is displayed', () => {
  expect(idsOf([SPECIES, FAMILY, GENUS])).toEqual([3, 1, 2]);
});

it('finds the species first if no more hits are wanted', () => {
  expect(idsOf([SPECIES, FAMILY, GENUS], 1)).toEqual([3]);
});

it('leaves a higher taxon before species of other ones', () => {
  expect(idsOf([OTHER, GENUS])).toEqual([2, 4]);
});

it('a search lists a species before its subspecies', () => {
  const subspecies = plainTaxon(5, { rank: 'subspecies', parent_id: 3, names: { nl: 'Vos' } });
  expect(idsOf([subspecies, SPECIES])).toEqual([5, 3]);
});

it('puts a guessed genus behind a species only if that is the next guess', () => {
  const named = (row: typeof SPECIES, nl: string) => ({ ...row, names: { nl }, name_synonyms: {} });
  const guesses = (...rows: (typeof SPECIES)[]) =>
    buildIndex(rows, { languages })
      .search('pheasand')
      .map(({ id, match }) => [id, match]);
  const genus = named({ ...GENUS, parent_id: null }, 'Feasant');
  expect(guesses(genus, named(SPECIES, 'Feasant'))).toEqual([
    [3, 'similar'],
    [2, 'similar'],
  ]);
  expect(guesses(genus, named(OTHER, 'Feasant'), named(SPECIES, 'Feasant')).map(([id]) => id)).toEqual([2, 4, 3]);
});

it('ends with taxa that are above each other', () => {
  const circle = [plainTaxon(6, { rank: 'genus', parent_id: 7, names: { nl: 'Vos' } }), plainTaxon(7, { rank: 'family', parent_id: 6 })];
  expect(idsOf([...circle, { ...SPECIES, parent_id: 6 }])).toEqual([3, 6]);
});

it('has the order of the reference implementation among higher taxa and species of the same names', () => {
  const name = fc.constantFrom('a', 'b', 'ab');
  const row = fc.record({
    nl: fc.option(name),
    also: name,
    sci: name,
    rank: fc.constantFrom('species', 'genus', 'family', 'subspecies'),
    parent: fc.nat({ max: 9 }),
  });
  fc.assert(
    fc.property(
      fc.array(row, { maxLength: 10 }),
      name,
      fc.constantFrom(1, 3, 100),
      fc.constantFrom(2, 100),
      (list, text, limit, segment) => {
        const rows = list.map(({ nl, also, sci, rank, parent }, at) =>
          plainTaxon(at + 1, {
            rank,
            parent_id: parent || null,
            names: nl === null ? { sci } : { nl, sci },
            name_synonyms: { nl: [also] },
          }),
        );
        const found = buildIndex(rows, { languages }, segment).search(text, { limit, phase: 'certain' });
        expect(found.map(({ id, match }) => ({ id, match }))).toEqual(searchPlainly(rows, text, languages).slice(0, limit));
      },
    ),
    { numRuns: 300 },
  );
});
