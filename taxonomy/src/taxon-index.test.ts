import { describe, expect, it } from 'vitest';
import { packBlock, reviseBlock, unpackBlock } from './block.ts';
import { searchCopies } from './copies.ts';
import { fold, foldJoined } from './fold.ts';
import { nameLanguages, type TaxonInput, toRecord } from './record.ts';
import { buildIndex, TaxonIndex } from './taxon-index.ts';

const languages = nameLanguages('nl', ['de']);

function taxon(id: number, sci: string, names: TaxonInput['names'], more: Partial<TaxonInput> = {}): TaxonInput {
  return {
    id,
    name: sci,
    rank: 'species',
    group: 'bird',
    family: null,
    parent_id: null,
    accepted_id: null,
    names: { sci, ...names },
    name_synonyms: {},
    image_url: null,
    image_attribution: null,
    external_observation_count: 0,
    rarity_class: 2,
    ...more,
  };
}

const tit = taxon(
  1,
  'Parus major',
  { nl: 'Koolmees', en: 'Great Tit', de: 'Kohlmeise' },
  { family: 'Paridae', image_url: '/api/taxon/1/image', image_attribution: 'Anna, CC BY' },
);
const swan = taxon(
  2,
  'Cygnus olor',
  { nl: 'Knobbelzwaan', en: 'Mute Swan' },
  { name_synonyms: { nl: ['Tamme zwaan'], sci: ['Cygnus mansuetus'] } },
);
const snail = taxon(3, 'Ficus ficus', { en: 'Fig' }, { group: 'mollusc', family: 'Ficidae' });
const fig = taxon(4, 'Ficus carica', { en: 'Fig' }, { group: 'tree', family: 'Moraceae' });
const genus = taxon(5, 'Parus', {}, { rank: 'genus' });

describe('folding', () => {
  it.each([
    ['Łabędź niemy', 'labedz niemy'],
    ['Æthøœþßı đ', 'aethooethssi d'],
    ['Red-backed  Shrike (Lanius)', 'red backed shrike lanius'],
    ["Cetti's", 'cetti s'],
    ['7-spot x2y', 'spot xy'],
    ['e\u0301cole ﬁn', 'ecole fin'],
    ['STRAẞE', 'strasse'],
    ['soft\u00adhyphen', 'softhyphen'],
    ['Аист', ''],
    ['  ', ''],
  ])('%s is %s', (text, folded) => {
    expect(fold(text)).toBe(folded);
    expect(foldJoined(text)).toBe(folded.replaceAll(' ', ''));
  });
});

describe('a copy', () => {
  const index = buildIndex([tit, swan, snail, fig, genus], { languages, groupLabels: { mollusc: 'weekdier' } });

  it('shows the main name, else the English, else the scientific one', () => {
    expect(
      index.browse().map(({ name, main_name, english_name, scientific_name }) => [name, main_name, english_name, scientific_name]),
    ).toEqual([
      ['Koolmees', 'Koolmees', 'Great Tit', 'Parus major'],
      ['Knobbelzwaan', 'Knobbelzwaan', 'Mute Swan', 'Cygnus olor'],
      ['Fig (weekdier)', null, 'Fig', 'Ficus ficus'],
      ['Fig (tree)', null, 'Fig', 'Ficus carica'],
      ['Parus', null, null, 'Parus'],
    ]);
  });

  it('finds both homonyms, and does not search their labels', () => {
    expect(index.search('fig').map(({ name }) => name)).toEqual(['Fig (weekdier)', 'Fig (tree)']);
    expect(index.search('weekdier')).toEqual([]);
    expect(index.nameToId().get('Fig (tree)')).toBe(4);
  });

  it('says by which other name a taxon was found, and nothing for the names that are shown', () => {
    expect(index.search('tamme')[0]).toMatchObject({ id: 2, matched: 'Tamme zwaan' });
    expect(index.search('mansuetus')[0]).toMatchObject({ id: 2, matched: 'Cygnus mansuetus' });
    expect(index.search('kohlmeise')[0]).toMatchObject({ id: 1, matched: 'Kohlmeise' });
    expect(index.search('koolm')[0]).toMatchObject({ id: 1, matched: null });
    expect(index.search('cygnus o')[0]).toMatchObject({ id: 2, matched: null });
  });

  it('answers by id and by name', () => {
    expect(index.byId(2)?.name).toBe('Knobbelzwaan');
    expect(index.byId(99)).toBeNull();
    expect(index.byName('Fig (tree)')?.id).toBe(4);
    expect(index.byName('KOOLMEES')?.id).toBe(1);
    expect(index.byName('kool')).toBeNull();
  });

  it('leaves out taxa without a name in its languages', () => {
    const poor = buildIndex([{ ...taxon(9, '', {}), name: 'Aves', names: { pl: 'bocian' } }, tit], { languages });
    expect(poor.size).toBe(1);
  });

  it('keeps merged ids resolvable, whether their row is still there or not', () => {
    const old = taxon(7, 'Parus maior', {}, { accepted_id: 1 });
    const merged = buildIndex([tit, old], { languages, merged: [[8, 7]] });
    expect(merged.byId(7)?.id).toBe(1);
    expect(merged.byId(8)?.id).toBe(1);
    expect(merged.search('maior')).toMatchObject([{ id: 1, matched: 'Parus maior' }]);
    expect(buildIndex([{ ...tit, accepted_id: 7 }, old], { languages }).byId(7)).not.toBeNull();
  });

  it('knows what lies below and above a taxon', () => {
    const family = taxon(6, 'Paridae', {}, { rank: 'family' });
    const tree = buildIndex([{ ...tit, parent_id: 5 }, { ...genus, parent_id: 6 }, family], { languages });
    expect(tree.parents(1).map(({ id }) => id)).toEqual([5, 6]);
    expect(tree.children(6).map(({ id }) => id)).toEqual([5]);
    expect(tree.browse({ rank: 'genus' }).map(({ id }) => id)).toEqual([5]);
    expect(index.browse({ group: 'tree', family: 'Moraceae' }).map(({ id }) => id)).toEqual([4]);
    expect(index.browse({ offset: 1, limit: 2 }).map(({ id }) => id)).toEqual([2, 3]);
    expect(index.browse({ family: 'Nobody' })).toEqual([]);
  });

  it('of nothing finds nothing', () => {
    const empty = new TaxonIndex([], { languages });
    expect([empty.size, empty.search('koolmees'), empty.byId(1), empty.browse()]).toEqual([0, [], null, []]);
  });
});

describe('blocks', () => {
  const records = [tit, swan, snail].map((input, at) => toRecord(input, at + 1, languages)).filter((record) => record !== null);

  it('give back what was packed, through a structured clone', () => {
    expect(unpackBlock(structuredClone(packBlock(records)))).toEqual(records);
    expect(unpackBlock(packBlock([]))).toEqual([]);
  });

  it('do not break on separators in names', () => {
    const odd = toRecord(taxon(9, 'A\nb\u001fc\u001e', { nl: ' \u001dx ' }), 1, languages);
    expect(odd === null ? [] : unpackBlock(packBlock([odd]))).toEqual([odd]);
    expect(odd?.scientific_name).toBe('A b c');
  });

  it('are revised row by row, and keep rarity keys', () => {
    const block = packBlock(records);
    const renamed = toRecord(taxon(2, 'Cygnus olor', { nl: 'Zwaan' }), 0, languages);
    const revised = unpackBlock(reviseBlock(block, new Map(renamed === null ? [] : [[2, renamed]]), new Set([1])));
    expect(revised.map(({ id, rarity, name }) => [id, rarity, name])).toEqual([
      [2, 2, 'Zwaan'],
      [3, 3, 'Fig'],
    ]);
    expect(reviseBlock(block, new Map(), new Set([77]))).toBe(block);
  });
});

describe('two copies', () => {
  const country = buildIndex([swan, fig], { languages });
  const global = buildIndex([tit, swan, taxon(8, 'Zwaanus', { nl: 'Zwaan' }), snail, fig], { languages });

  it('answer from the country first, the world fills up, nobody comes twice', () => {
    expect(searchCopies([country, global], 'cyg').map(({ id }) => id)).toEqual([2]);
    expect(searchCopies([country, global], 'zwaan').map(({ id }) => id)).toEqual([8, 2]);
    expect(searchCopies([country, global], 'zw').map(({ id }) => id)).toEqual([2, 8]);
    expect(searchCopies([country, global], 'zw', { limit: 1 }).map(({ id }) => id)).toEqual([2]);
  });

  it('tell namesakes of different copies apart', () => {
    expect(searchCopies([buildIndex([fig], { languages }), buildIndex([snail], { languages })], 'fig').map(({ name }) => name)).toEqual([
      'Fig',
      'Fig (mollusc)',
    ]);
  });

  it('forgive a wrong letter only when neither has anything better', () => {
    expect(searchCopies([country, global], 'koolmeas').map(({ id }) => id)).toEqual([1]);
    expect(searchCopies([buildIndex([taxon(9, 'Koolmeus', {})], { languages }), global], 'koolmees').map(({ id }) => id)).toEqual([1]);
  });
});
