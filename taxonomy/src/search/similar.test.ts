import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildIndex } from '../build/build-index.ts';
import { nameLanguages } from '../storage/taxon-record.ts';
import { plainTaxon } from './generated.cases.ts';
import { searchCopies } from './search-copies.ts';

const languages = nameLanguages('en');
const birds = (...names: string[]) => names.map((en, at) => plainTaxon(at + 1, { names: { en } }));
const copyOf = (...names: string[]) => buildIndex(birds(...names), { languages });
const COMMON = ['Sparrowhawk', 'Pheasant', 'Great Spotted Woodpecker', 'House Sparrow', 'Peacock', 'Red Kite', 'Hawk Moth', 'Goldcrest'];

describe('texts that no name has', () => {
  it.each([
    ['sparow hawk', 'Sparrowhawk'],
    ['feasant', 'Pheasant'],
    ['grat spoted woodpecker', 'Great Spotted Woodpecker'],
    ['grat spoted wood', 'Great Spotted Woodpecker'],
    ['peackok buterfly', 'Peacock'],
    ['goldkresst', 'Goldcrest'],
  ])('find what is like them, as a guess: %s', (text, expected) => {
    const [first] = copyOf(...COMMON).search(text);
    expect(first).toMatchObject({ name: expected, match: 'similar' });
  });

  it('find nothing if nothing is like them', () => {
    for (const text of ['qwertzuiop', 'xyz', 'my funny valentine', 'zzkite']) expect(copyOf(...COMMON).search(text)).toEqual([]);
  });

  it('find a name with two typos, in whichever segment it is', () => {
    const word = fc.string({ unit: fc.constantFrom(...'abdeiklmnorst'), minLength: 9, maxLength: 14 });
    fc.assert(
      fc.property(
        fc.uniqueArray(word, { minLength: 1, maxLength: 12 }),
        fc.nat(),
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 5, max: 8 }),
        fc.constantFrom(1, 4, 100),
        (names, which, first, second, rows) => {
          const name = names[which % names.length]!;
          const typed = `${name.slice(0, first)}x${name.slice(first + 1, second)}${name.slice(second + 1)}`;
          const found = buildIndex(birds(...names), { languages }, rows).search(typed);
          expect(found.map((hit) => hit.name)).toContain(name);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('find the most similar name first, and of equally similar ones the commonest', () => {
    const found = copyOf('Woodpigeon Louse', 'Woodpidgeot', 'Woodpigeon', 'Woodpigeod').search('woodpidgeonn');
    expect(found.map(({ name }) => name)).toEqual(['Woodpidgeot', 'Woodpigeon', 'Woodpigeon Louse', 'Woodpigeod']);
  });
});

describe('words that sound like those of the text', () => {
  const rows = [
    plainTaxon(1, { names: { en: 'Fuksia' } }),
    plainTaxon(2, { names: { en: 'Fuchs', de: 'Rotfuchs' } }),
    plainTaxon(3, { names: { sci: 'Vulpes', de: 'Fuxs' } }),
    plainTaxon(4, { names: { en: 'Red Kinglet' } }),
  ];
  const found = (text: string) =>
    buildIndex(rows, { languages: nameLanguages('en', [], ['en', 'de']) })
      .search(text)
      .map(({ id, match }) => [id, match]);

  it('come before names that contain its letters, as guesses', () => {
    expect(found('uksia')).toEqual([[1, 'part']]);
    const names = ['Afuks', 'Fuchs'].map((en, at) => plainTaxon(at + 1, { names: { en } }));
    expect(
      buildIndex(names, { languages })
        .search('fuks')
        .map(({ name, match }) => [name, match]),
    ).toEqual([
      ['Fuchs', 'similar'],
      ['Afuks', 'similar'],
    ]);
  });

  it('are not looked for if a name begins with the text', () => {
    expect(found('fuks')).toEqual([[1, 'name_prefix']]);
  });

  it('are found beside words that are right, and not in foreign languages', () => {
    expect(found('red qinglet')[0]).toEqual([4, 'similar']);
    expect(found('fuchsz').map(([id]) => id)).not.toContain(3);
  });
});

it('finds a word that is a displayed name before a rarer one that is part of some', () => {
  const rows = [
    plainTaxon(1, { names: { en: 'Scarlet Tanager' } }),
    plainTaxon(2, { names: { en: 'Poppy' } }),
    plainTaxon(3, { names: { en: 'Welsh Poppy' } }),
  ];
  const ids = (text: string) =>
    buildIndex(rows, { languages })
      .search(text)
      .map(({ id }) => id);
  expect(ids('scarlet poppy')).toEqual([2, 3, 1]);
  expect(ids('scarlet welsh')).toEqual([1]);
});

describe('a sentence around a name', () => {
  const index = buildIndex(
    [
      plainTaxon(1, { names: { en: 'European Robin' }, name_synonyms: { en: ['Robin'] } }),
      plainTaxon(2, { names: { en: 'Garden Spider' } }),
      plainTaxon(3, { names: { en: 'Two-spot Ladybird' } }),
      plainTaxon(4, { names: { en: 'Grey Squirrel', sci: 'Sciurus carolinensis' } }),
      plainTaxon(5, { names: { en: 'Grey Heron', sci: 'Ardea cinerea' } }),
    ],
    { languages },
  );
  it.each([
    ['robin in my garden', 1, 'exact'],
    ['two robins', 1, 'exact'],
    ['2x robin', 1, 'exact'],
    ['robin x2', 1, 'exact'],
    ['robbin in my garden', 1, 'typo'],
    ['robin hopping about', 1, 'exact'],
    ['garden spider', 2, 'exact'],
    ['2 spot', 3, 'whole_words'],
    ['Sciurus carolinensis Gm', 4, 'exact'],
  ])('finds what it means: %s', (text, id, match) => {
    expect(index.search(text)[0]).toMatchObject({ id, match });
  });
});

describe('the beginning of a name', () => {
  const rare = (names: Record<string, string>) => [
    plainTaxon(1, { names: { en: 'Cormorant' } }),
    ...Array.from({ length: 1 << 13 }, (_, at) => plainTaxon(at + 10, { names: { sci: `Zzyzx ${'abcdefghij'[at % 10]}` } })),
    plainTaxon(2, { names }),
  ];
  const found = (names: Record<string, string>) =>
    buildIndex(rare(names), { languages })
      .search('comorant')
      .map(({ id, match }) => [id, match]);

  it('is followed by guesses if the taxon is rare and the name is in another language', () => {
    expect(found({ sci: 'Comoranthus minor' })).toEqual([
      [2, 'name_prefix'],
      [1, 'typo'],
    ]);
  });

  it('is all that is found if the name is in the main language', () => {
    expect(found({ en: 'Comoranthus' })).toEqual([[2, 'name_prefix']]);
  });
});

it('finds a long name with three typos', () => {
  expect(copyOf(...COMMON, 'Rauchschwalbe').search('rauschwlabe')[0]).toMatchObject({ name: 'Rauchschwalbe', match: 'similar' });
});

it('never guesses beside a certain hit, in whichever copy that is', () => {
  const country = copyOf('Hawkmoss');
  const world = buildIndex([plainTaxon(9, { names: { en: 'Hawkmoth' } })], { languages });
  expect(searchCopies([country, world], 'hawkmoth').map(({ name, match }) => [name, match])).toEqual([['Hawkmoth', 'exact']]);
  expect(searchCopies([country, world], 'hawkmothss').map(({ match }) => match)).toEqual(['similar', 'similar']);
});

describe('names with one typo', () => {
  const found = (text: string, ...names: string[]) =>
    copyOf(...names)
      .search(text)
      .map(({ name, match }) => [name, match]);

  it('come before guesses', () => {
    expect(found('hawkmors', 'Hawkmarther', 'Hawkmoss')).toEqual([
      ['Hawkmoss', 'typo'],
      ['Hawkmarther', 'similar'],
    ]);
  });

  it('come before names that have the parts of the text, and after those that contain it', () => {
    expect(found('chafinch', 'Chaco Finch', 'Chaffinch')).toEqual([
      ['Chaffinch', 'typo'],
      ['Chaco Finch', 'joined_parts'],
    ]);
    expect(found('patula', 'Xpatulax', 'Satula')).toEqual([
      ['Xpatulax', 'part'],
      ['Satula', 'typo'],
    ]);
  });

  it('come after names with words that begin with the text, and then nothing is guessed', () => {
    expect(found('kestr', 'Kestl', 'Common Kestrel')).toEqual([['Common Kestrel', 'word_prefix']]);
  });
});

it('never has a certain hit below a guess', () => {
  const index = copyOf('Weicher Storchschnabel', 'Weissstorch', 'Xweistorch Moth');
  const guesses = index.search('weistorch').map(({ match }) => match === 'similar');
  expect(guesses).toEqual(guesses.toSorted());
  expect(guesses).toContain(true);
});
