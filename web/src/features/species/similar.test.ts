import { expect, it } from 'vitest';
import type { Taxon } from '../../shared/taxa/data';
import { firstSentence, similarTo } from './distinctions';

const taxon = (id: number, scientific_name: string) => ({ id, scientific_name }) as Taxon;

it('puts species of the same genus before others of the family, each in the given order', () => {
  const blueTit = taxon(2, 'Cyanistes caeruleus');
  const family = [
    taxon(1, 'Parus major'),
    blueTit,
    taxon(3, 'Cyanistes teneriffae'),
    taxon(4, 'Periparus ater'),
    taxon(5, 'Cyanistes cyanus'),
  ];
  expect(similarTo(blueTit, family).map(({ id }) => id)).toEqual([3, 5, 1, 4]);
});

it('says of a similar species what its text says first', () => {
  expect(firstSentence('Red breast, thin song. Lives in woods.')).toBe('Red breast, thin song.');
  expect(firstSentence('Up to 3.5 cm long, ca. 2 cm wide')).toBe('Up to 3.5 cm long, ca. 2 cm wide');
  expect(firstSentence(undefined)).toBeUndefined();
});
