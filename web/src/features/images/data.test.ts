import { expect, it } from 'vitest';
import { localTaxon } from '../species/testing/rows';
import { withPossibleImage } from './data';

it('a search finds species with and without an image, and neither higher nor merged taxa', () => {
  const hits = [
    localTaxon(1),
    localTaxon(2, { image_url: '/api/taxon/2/image' }),
    localTaxon(3, { rank: 'genus' }),
    localTaxon(4, { accepted_id: 1 }),
    localTaxon(5, { group: 'plant' }),
  ];
  const ids = (group: Parameters<typeof withPossibleImage>[1]) => withPossibleImage(hits, group).map(({ id }) => id);
  expect(ids(null)).toEqual([1, 2, 5]);
  expect(ids('bird')).toEqual([1, 2]);
});
