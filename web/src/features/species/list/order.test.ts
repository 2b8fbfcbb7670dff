import { describe, expect, it } from 'vitest';
import { countSpecies, localObservation, localTaxon } from '../testing/rows';
import { byFrequency, byLastSeen, byName, isHeading, systematically } from './order';

const birds = localTaxon(10, { rank: 'class', scientific_name: 'Aves', name: 'Birds' });
const ducks = localTaxon(11, { rank: 'order', scientific_name: 'Anseriformes', parent_id: 10 });
const owls = localTaxon(12, { rank: 'order', scientific_name: 'Strigiformes', parent_id: 10 });
const duckFamily = localTaxon(13, { rank: 'family', scientific_name: 'Anatidae', parent_id: 11 });
const owlFamily = localTaxon(14, { rank: 'family', scientific_name: 'Strigidae', parent_id: 12 });
const swans = localTaxon(15, { rank: 'genus', scientific_name: 'Cygnus', parent_id: 13 });
const higher = new Map([birds, ducks, owls, duckFamily, owlFamily, swans].map((taxon) => [taxon.id, taxon]));
const owl = localTaxon(1, { scientific_name: 'Strix aluco', name: 'Tawny owl', parent_id: 14 });
const swan = localTaxon(2, { scientific_name: 'Cygnus olor', name: 'Mute swan', parent_id: 15 });
const mallard = localTaxon(3, { scientific_name: 'Anas platyrhynchos', name: 'Árctic duck', parent_id: 13 });
const moth = localTaxon(4, { scientific_name: 'Autographa gamma', name: 'Silver Y', group: 'butterfly', family: 'Noctuidae' });

describe('the orders of a species list', () => {
  it('systematic: under class, order and family, each heading once', () => {
    const lines = systematically([owl, moth, swan, mallard], higher).map((line) =>
      isHeading(line) ? `${line.heading} ${line.taxon?.scientific_name ?? line.family ?? '-'}` : line.scientific_name,
    );
    expect(lines).toEqual([
      'class Aves',
      'order Anseriformes',
      'family Anatidae',
      'Anas platyrhynchos',
      'Cygnus olor',
      'order Strigiformes',
      'family Strigidae',
      'Strix aluco',
      // Of this one, the device has only the name of the family.
      'class -',
      'family Noctuidae',
      'Autographa gamma',
    ]);
  });

  it('systematic: the same species in any order give the same lines', () => {
    const list = [owl, moth, swan, mallard];
    expect(systematically(list.toReversed(), higher)).toEqual(systematically(list, higher));
  });

  it('systematic: taxa that name each other as parent do not hang', () => {
    const one = localTaxon(20, { rank: 'genus', parent_id: 21 });
    const other = localTaxon(21, { rank: 'genus', parent_id: 20 });
    const lines = systematically([localTaxon(5, { parent_id: 20 })], new Map([one, other].map((taxon) => [taxon.id, taxon])));
    expect(lines.filter((line) => !isHeading(line))).toHaveLength(1);
  });

  it('by name: as the language sorts, so that an accent does not come last', () => {
    expect(byName([owl, swan, mallard], 'en').map(({ name }) => name)).toEqual(['Árctic duck', 'Mute swan', 'Tawny owl']);
  });

  it('by last seen: the latest date first, and species without one last, in their order', () => {
    const own = countSpecies(
      [
        localObservation({ taxon_id: 2, observed_on: '2026-05-09' }),
        localObservation({ taxon_id: 1, observed_on: '2026-06' }),
        localObservation({ taxon_id: 4 }),
      ],
      { country: null, period: 'all', today: '2026-07-01' },
    );
    expect(byLastSeen([moth, mallard, swan, owl], own).map(({ id }) => id)).toEqual([1, 2, 4, 3]);
  });

  it('by frequency: what is on most lists now first, and the others, or all without data, in their order', () => {
    const species = [2, 4].map((taxon_id) => ({ taxon_id, area: 'country' as const, records: 1, lists: 1, of: 40, frequency: 1 }));
    const likely = { area: 'country', country: 'NL', month: 5, of: 40, species } as const;
    const ids = (from: typeof likely | null) => byFrequency([owl, moth, mallard, swan], from && { ...from }).map(({ id }) => id);
    expect(ids(likely)).toEqual([2, 4, 1, 3]);
    expect(ids(null)).toEqual([1, 4, 3, 2]);
  });
});
