import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyText, plainTaxon, spelledNames } from '../search/generated.cases.ts';
import { packRows, RowPacker } from './row-packer.ts';
import { nameLanguages, type TaxonInput, toStored } from './taxon-record.ts';

const text = fc.oneof(spelledNames, anyText, fc.constantFrom('', ' ', 'a  b', ' a', 'a ', 'Koolmees'));
const byLanguage = <Value>(value: fc.Arbitrary<Value>) =>
  fc.record({ nl: value, en: value, sci: value, de: value, pl: value }, { requiredKeys: [] });

function taxa(): fc.Arbitrary<TaxonInput[]> {
  const one = fc.record({
    id: fc.oneof(fc.integer({ min: 1, max: 2000 }), fc.constantFrom(0, 2_147_483_647)),
    name: text,
    rank: fc.oneof(fc.constantFrom('species', ' species', 'genus'), text),
    group: text,
    family: fc.option(text),
    parent_id: fc.option(fc.nat()),
    accepted_id: fc.option(fc.nat()),
    names: byLanguage(text),
    name_synonyms: byLanguage(fc.array(text, { maxLength: 3 })),
    image_attribution: fc.option(text),
    external_observation_count: fc.nat(),
    rarity_class: fc.nat({ max: 20 }),
    image: fc.oneof(
      fc.constantFrom(
        null,
        '/api/taxon/{id}/image',
        ' /api/taxon/{id}/image',
        '/api/taxon/{id}/image/',
        '/api/taxon/0{id}/image',
        '{id}/image',
      ),
      text,
    ),
  });
  return fc
    .array(one, { maxLength: 12 })
    .map((list) =>
      list.map(({ image, ...taxon }) => plainTaxon(taxon.id, { ...taxon, image_url: image?.replace('{id}', String(taxon.id)) ?? null })),
    );
}

it('packs server taxa to the same bytes as the rows made from them', () => {
  fc.assert(
    fc.property(taxa(), fc.constantFrom('nl', 'en', 'sci', 'fr'), (inputs, main) => {
      const languages = nameLanguages(main, ['de']);
      const rows = inputs.map((input, at) => toStored(input, at * 2, languages));
      const packer = new RowPacker(languages);
      expect(inputs.map((input, at) => packer.addInput(input, at * 2))).toEqual(rows.map((row) => row !== null));
      expect(packer.finish()).toEqual(
        packRows(
          rows.filter((row) => row !== null),
          languages,
        ),
      );
    }),
  );
});
