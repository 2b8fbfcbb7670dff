import { describe, expect, it } from 'vitest';
import { splitName } from './scientific-name.ts';

describe('a scientific name and its authority', () => {
  it.each([
    ['Parus major Linnaeus, 1758', null, 'Parus major', 'Linnaeus, 1758'],
    ['Cyanistes caeruleus (Linnaeus, 1758)', '(Linnaeus, 1758)', 'Cyanistes caeruleus', '(Linnaeus, 1758)'],
    ['Drosera rotundifolia', 'L.', 'Drosera rotundifolia', 'L.'],
    ['Drosera rotundifolia L.', 'Linnaeus', 'Drosera rotundifolia', 'Linnaeus'],
    ['Carex flacca subsp. erythrostachys (Hoppe) Holub', null, 'Carex flacca subsp. erythrostachys', '(Hoppe) Holub'],
    ["Pontoporia blainvillei Gervais and d'Orbigny", null, 'Pontoporia blainvillei', "Gervais and d'Orbigny"],
    ['Ficus L.', null, 'Ficus', 'L.'],
    ['Rosa × alba L.', null, 'Rosa × alba', 'L.'],
    ['Coccinella 7-punctata Linnaeus', null, 'Coccinella 7-punctata', 'Linnaeus'],
    ['Aphis (Aphis) fabae Scopoli', null, 'Aphis (Aphis) fabae', 'Scopoli'],
    ['Sphagnum fallax von Klinggräff', null, 'Sphagnum fallax', 'von Klinggräff'],
    ['Ornithorhynchus_anatinus', null, 'Ornithorhynchus anatinus', null],
  ])('are split in %s', (text, authority, name, author) => {
    expect(splitName(text, authority, false)).toEqual({ name, authority: author });
  });

  it('are not split if a species would become a genus', () => {
    expect(splitName('Aster N00_b', 'Anna', false, true)).toEqual({ name: 'Aster N00 b', authority: 'Anna' });
  });
});
