import { describe, expect, it } from 'vitest';
import { listCores, listReadings, shorterTexts } from './readings.ts';

/** The readings of a text: `-` without its article, `=` for other forms of its words, `+` as it may be spelled in full, `.` for initials, `!` for a code, `?` for what may be one, `7:` for a number the name has to contain. */
function read(text: string, language = 'en'): string[] {
  const marks = { all: '', spelled: '+', shortened: '-', inflected: '=', initials: '.', code: '!', possible_code: '?' };
  return listReadings(text, language).map(({ tokens, scope, digits }) => `${digits && `${digits}:`}${marks[scope]}${tokens.join(' ')}`);
}

describe('the readings of a text', () => {
  it.each([
    ['Turdus merula L.', 'turdus merula'],
    ['Turdus merula Linnaeus, 1758', 'turdus merula'],
    ['Parus major (Linnaeus, 1758)', 'parus major'],
    ['Acer pseudoplatanus (L.) Mill.', 'acer pseudoplatanus'],
    ['Sylvia atricapilla Temminck & Schlegel 1845', 'sylvia atricapilla'],
    ['quercus robur linnaeus 1753', 'quercus robur'],
    ['Bombus spp.', 'bombus'],
    ['Larus cf. argentatus', 'larus argentatus'],
    ['Rubus fruticosus agg.', 'rubus fruticosus'],
    ['Taraxacum officinale s.l.', 'taraxacum officinale'],
    ['Parus major ssp. newtoni', 'parus major newtoni'],
    ['Rosa canina var. lutetiana', 'rosa canina lutetiana'],
    ['genus Bombus', 'bombus'],
    ['Paridae family', 'paridae'],
    ['Bombus sp. nov.', 'bombus'],
    ['Bombus n. sp.', 'bombus'],
    ['Bombus (Pyrobombus) vagans', 'bombus vagans'],
    ['Bombus (Pyrobombus) vagans Smith, 1854', 'bombus vagans'],
    ['bombus (pyrobombus) vagans', 'bombus vagans'],
    ['B. (Pyrobombus) vagans', 'b vagans'],
    ['Bombus cf. (Pyrobombus) vagans', 'bombus vagans'],
    ['Bombus (Pyrobombus) vagans ssp. bolsteri', 'bombus vagans bolsteri'],
    ['Bombus subg. Pyrobombus vagans', 'bombus vagans'],
    ['Carabus (Archicarabus)nemoralis', 'carabus nemoralis'],
    ['Bombus (Latreille) Smith', 'bombus'],
    ['Bombus (Latreille) ex Smith', 'bombus'],
  ])('leave out what is no part of a name: %s', (text, meant) => {
    expect(read(text).slice(0, 2)[1]).toBe(meant);
  });

  it.each([
    ['en', 'the robin', 'robin'],
    ['en', 'a robin', 'robin'],
    ['en', "robin's", 'robin'],
    ['en', 'bombus spp', 'bombus'],
    ['en', 'x Quercus rosacea', 'quercus rosacea'],
    ['en', 'Quercus x rosacea', 'quercus rosacea'],
    ['af', "'n leeu", 'leeu'],
    ['fr', 'la mésange bleue', 'mesange bleue'],
    ['de', 'die Kohlmeise', 'kohlmeise'],
    ['nl', 'de koolmees', 'koolmees'],
    ['es', 'el gorrión', 'gorrion'],
    ['it', 'il merlo', 'merlo'],
    ['pt', 'o melro', 'melro'],
    ['af', 'die mossie', 'mossie'],
  ])('leave out an article, or a qualifier without a dot, but then only find whole words: [%s] %s', (language, text, meant) => {
    expect(read(text, language)).toContain(`-${meant}`);
  });

  it('leave out an article with an apostrophe even before the beginning of a word', () => {
    expect(read("l'ort", 'fr')).toContain('ort');
  });

  it('keep a text that consists of such words only, and words of a name that look like them', () => {
    expect(read('sp.')).toEqual(['sp', '.s p']);
    expect(read('the')).toEqual(['the']);
    expect(read("St. John's wort")[0]).toBe('st john s wort');
    expect(read('Great spotted Woodpecker')[0]).toBe('great spotted woodpecker');
    expect(read('mallard (male)')).toEqual(['mallard male']);
    expect(read('Bombus (Pyrobombus)')[0]).toBe('bombus pyrobombus');
    expect(read('')).toEqual([]);
    expect(read('1758')).toEqual([]);
  });

  it.each([
    ['en', 'daisies', 'daisy'],
    ['de', 'Amselmännchen', 'amsel'],
    ['nl', 'merelvrouwtje', 'merel'],
    ['af', 'leeumannetjie', 'leeu'],
    ['pl', 'sarenka', 'sarna'],
    ['pl', 'ptaszek', 'ptak'],
    ['pl', 'wróbla', 'wrobel'],
    ['en', 'canada geese', 'canada goose'],
    ['en', 'foxes', 'fox'],
    ['en', 'thrushes', 'thrush'],
    ['en', 'wolves', 'wolf'],
    ['nl', 'mezen', 'mees'],
    ['nl', 'mussen', 'mus'],
    ['nl', 'kieviten', 'kievit'],
    ['nl', 'roodborstjes', 'roodborst'],
    ['nl', 'kapelletje', 'kapel'],
    ['nl', 'boompje', 'boom'],
    ['de', 'Sperlinge', 'sperling'],
    ['de', 'Gänse', 'gans'],
    ['de', 'Meisen', 'meise'],
    ['de', 'Vögelchen', 'vogel'],
    ['fr', 'mésanges bleues', 'mesange bleue'],
    ['fr', 'chevaux', 'cheval'],
    ['es', 'gorriones', 'gorrion'],
    ['es', 'perdices', 'perdiz'],
    ['es', 'gatito', 'gato'],
    ['it', 'merli', 'merlo'],
    ['it', 'cinciallegre', 'cinciallegra'],
    ['it', 'funghi', 'fungo'],
    ['pt', 'pardais', 'pardal'],
    ['pt', 'falcões', 'falcao'],
    ['pl', 'sikory', 'sikora'],
    ['pl', 'bociany', 'bocian'],
    ['pl', 'wróbelek', 'wrobel'],
    ['af', 'uile', 'uil'],
    ['af', 'voëltjie', 'voel'],
  ])('have the singular of a plural or diminutive: [%s] %s', (language, text, singular) => {
    expect(read(text, language)).toContain(`=${singular}`);
  });

  it('take words without a vowel apart', () => {
    expect(read('gsw')).toEqual(['gsw', '.g s w']);
    expect(read('lt tit')).toEqual(['lt tit', '.l t tit']);
    expect(read('owl')).toEqual(['owl']);
  });

  it('take codes apart as ringers make them, and codes of three letters a word', () => {
    expect(read('HOSP')).toEqual(['hosp', '!ho sp', '!h o sp', '!ho s p']);
    expect(read('hosp')).toEqual(['hosp', '?ho sp', '?h o sp', '?ho s p']);
    expect(read('turmer')).toEqual(['turmer', '.tur mer']);
  });

  it.each([
    ['de', 'loewe', 'lowe'],
    ['de', 'Gaensebluemchen', 'ganseblumchen'],
    ['fr', 'gd corbeau', 'grand corbeau'],
    ['en', 'blk redstart', 'black redstart'],
  ])('have umlauts and abbreviations in full: [%s] %s', (language, text, full) => {
    expect(read(text, language)).toContain(`+${full}`);
  });

  it('leave an e that stands for no umlaut', () => {
    expect(read('Blaue Quelle', 'de').filter((reading) => reading.startsWith('+'))).toEqual([]);
    expect(read('loewe', 'en')).not.toContain('+lowe');
  });

  it('ask for a number in digits or as a word', () => {
    expect(read('7-spot')).toEqual(['7:spot', 'seven spot']);
    expect(read('7-Punkt', 'de')).toEqual(['7:punkt', 'sieben punkt', 'seven punkt']);
    expect(read('Turdus merula 1758')[0]).toBe('turdus merula');
  });
});

describe('the core of a text', () => {
  it.each([
    ['en', ['juvenile', 'robin'], ['robin']],
    ['nl', ['merel', 'vrouwtje'], ['merel']],
    ['pl', ['samiec', 'kosa'], ['kosa']],
    ['es', ['arbol', 'encina'], ['encina']],
    ['fr', ['juvenile', 'tree', 'merle'], ['merle']],
    ['en', ['two', 'mallards'], ['mallards']],
    ['en', ['robin', 'in', 'my', 'garden'], ['robin']],
    ['pl', ['kos', 'w', 'ogrodzie'], ['kos']],
    ['af', ['twee', 'leeus'], ['leeus']],
    ['en', ['cinnabar', 'moth', 'cate'], ['cinnabar']],
  ])('is without words for a sex, an age, a kind or a place, and without a count: [%s] %s', (language, tokens, core) => {
    expect(listCores(tokens, language).at(-1)).toEqual(core);
  });

  it('keeps such words at the other end of the text, if a name may have them', () => {
    expect(listCores(['male', 'house', 'sparrow', 'in', 'tree'], 'en')).toEqual([
      ['male', 'house', 'sparrow'],
      ['sparrow', 'in', 'tree'],
      ['sparrow'],
    ]);
  });

  it('is nothing of its own if there are only such words, or none', () => {
    expect(listCores(['male', 'bird'], 'en')).toEqual([]);
    expect(listCores(['green', 'finch'], 'de')).toEqual([]);
  });
});

describe('the shorter texts to try when no name has every word', () => {
  it('are without the unknown words, then without one word, the commonest first, then the rarest alone', () => {
    expect(shorterTexts(['great', 'merula', 'linnaeus'], [40, 3, 0])).toEqual([['great', 'merula'], ['merula']]);
    expect(shorterTexts(['peacock', 'butterfly'], [5, 90])).toEqual([['peacock']]);
    expect(shorterTexts(['a', 'b', 'c'], [30, 20, 10])).toEqual([['b', 'c'], ['a', 'c'], ['a', 'b'], ['c']]);
    expect(shorterTexts(['merula'], [3])).toEqual([]);
    expect(shorterTexts(['qqq', 'zzz'], [0, 0])).toEqual([]);
  });
});
