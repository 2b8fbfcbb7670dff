import { describe, expect, it } from 'vitest';
import { buildIndex } from '../build/build-index.ts';
import { searchCopies } from './search-copies.ts';
import { fold, foldJoined } from '../text/fold.ts';
import { languageList, nameLanguages, type TaxonInput, toStored } from '../storage/taxon-record.ts';
import { packRows } from '../storage/row-packer.ts';
import { RowChunk } from '../storage/row-chunk.ts';
import { TaxonIndex } from './taxon-index.ts';

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

  it('displays the main name, else the English, else the scientific one', () => {
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

  it('returns frozen hits that cannot be altered between searches', () => {
    const [hit] = index.search('koolmees');
    expect(() => Object.assign(hit!, { name: 'Anna was here' })).toThrow(TypeError);
    expect(index.search('koolmees')[0]).toMatchObject({ id: 1, name: 'Koolmees', match: 'exact', matched: null });
    expect(index.search('kool')[0]).toMatchObject({ id: 1, name: 'Koolmees', match: 'name_prefix' });
  });

  it('finds both homonyms but does not search their labels', () => {
    expect(index.search('fig').map(({ name }) => name)).toEqual(['Fig (weekdier)', 'Fig (tree)']);
    expect(index.search('weekdier')).toEqual([]);
    expect(index.nameToId().get('Fig (tree)')).toBe(4);
  });

  it('labels homonyms with the current group labels, also after they change', () => {
    const copy = buildIndex([snail, fig], { languages, groupLabels: { mollusc: 'weekdier' } });
    const named = (text: string) => copy.search(text).map(({ name, match }) => `${name}: ${match}`);
    for (let time = 0; time < 2; time++) expect(named('fig')).toEqual(['Fig (weekdier): exact', 'Fig (tree): exact']);
    expect(named('fi')).toEqual(['Fig (weekdier): name_prefix', 'Fig (tree): name_prefix']);
    copy.setGroupLabels({ mollusc: 'snail', tree: 'boom' });
    for (let time = 0; time < 2; time++) expect(named('fig')).toEqual(['Fig (snail): exact', 'Fig (boom): exact']);
    expect(copy.byName('Fig (weekdier)')).toBeNull();
  });

  it('reports the matched name unless it is displayed anyway', () => {
    expect(index.search('tamme')[0]).toMatchObject({ id: 2, matched: 'Tamme zwaan' });
    expect(index.search('mansuetus')[0]).toMatchObject({ id: 2, matched: 'Cygnus mansuetus' });
    expect(index.search('kohlmeise')[0]).toMatchObject({ id: 1, matched: 'Kohlmeise' });
    expect(index.search('koolm')[0]).toMatchObject({ id: 1, matched: null });
    expect(index.search('cygnus o')[0]).toMatchObject({ id: 2, matched: null });
  });

  it('resolves ids and names', () => {
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

  it('resolves merged ids, with or without their row', () => {
    const old = taxon(7, 'Parus maior', {}, { accepted_id: 1 });
    const merged = buildIndex([tit, old], { languages, merged: [[8, 7]] });
    expect(merged.byId(7)?.id).toBe(1);
    expect(merged.byId(8)?.id).toBe(1);
    expect(merged.search('maior')).toMatchObject([{ id: 1, matched: 'Parus maior' }]);
    expect(buildIndex([{ ...tit, accepted_id: 7 }, old], { languages }).byId(7)).not.toBeNull();
  });

  it('lists children, parents and filtered taxa', () => {
    const family = taxon(6, 'Paridae', {}, { rank: 'family' });
    const tree = buildIndex([{ ...tit, parent_id: 5 }, { ...genus, parent_id: 6 }, family], { languages });
    expect(tree.parents(1).map(({ id }) => id)).toEqual([5, 6]);
    expect(tree.children(6).map(({ id }) => id)).toEqual([5]);
    expect(tree.browse({ rank: 'genus' }).map(({ id }) => id)).toEqual([5]);
    expect(index.browse({ group: 'tree', family: 'Moraceae' }).map(({ id }) => id)).toEqual([4]);
    expect(index.browse({ offset: 1, limit: 2 }).map(({ id }) => id)).toEqual([2, 3]);
    expect(index.browse({ family: 'Nobody' })).toEqual([]);
  });

  it('may be empty', () => {
    const empty = new TaxonIndex([], { languages });
    expect([empty.size, empty.search('koolmees'), empty.byId(1), empty.browse()]).toEqual([0, [], null, []]);
  });
});

describe('rows', () => {
  const stored = [tit, swan, snail].map((input, at) => toStored(input, at + 1, languages)).filter((row) => row !== null);
  const unpack = (chunks: readonly Uint8Array[]) =>
    chunks.flatMap((bytes) => {
      const chunk = new RowChunk(bytes);
      return Array.from({ length: chunk.size }, (_, at) => chunk.stored(at, languageList(languages)));
    });

  it('survive packing, at any alignment in memory', () => {
    expect(unpack(packRows(stored, languages))).toEqual(stored);
    const [bytes = new Uint8Array()] = packRows(stored, languages);
    const moved = new Uint8Array(bytes.length + 3);
    moved.set(bytes, 3);
    expect(unpack([moved.subarray(3)])).toEqual(stored);
    expect(packRows([], languages)).toEqual([]);
  });

  it('keep non-consecutive rarity keys', () => {
    const rows = stored.map((row, at) => ({ ...row, rarity: at * 7 }));
    expect(unpack(packRows(rows, languages)).map(({ rarity }) => rarity)).toEqual([0, 7, 14]);
  });

  it('tolerate separators and lone surrogates in names', () => {
    const odd = toStored(taxon(9, 'A\nb\u001fc\u001e', { nl: ' \u001dx\ud800 ' }), 1, languages);
    expect(odd === null ? [] : unpack(packRows([odd], languages))).toEqual([odd]);
    expect(odd).toMatchObject({ scientific_name: 'A b c', name: 'x' });
  });

  it('are split into chunks', () => {
    const many = Array.from({ length: 700 }, (_, at) => ({ ...stored[at % 3]!, id: at + 1, rarity: at + 1, image_url: null }));
    expect(packRows(many, languages)).toHaveLength(3);
    expect(unpack(packRows(many, languages))).toEqual(many);
  });
});

describe('two copies', () => {
  const country = buildIndex([swan, fig], { languages });
  const global = buildIndex([tit, swan, taxon(8, 'Zwaanus', { nl: 'Zwaan' }), snail, fig], { languages });

  it('return hits of the country first, then of the world, without duplicates', () => {
    expect(searchCopies([country, global], 'cyg').map(({ id }) => id)).toEqual([2]);
    expect(searchCopies([country, global], 'zwaan').map(({ id }) => id)).toEqual([8, 2]);
    expect(searchCopies([country, global], 'zw').map(({ id }) => id)).toEqual([2, 8]);
    expect(searchCopies([country, global], 'zw', { limit: 1 }).map(({ id }) => id)).toEqual([2]);
  });

  it('label homonyms of different copies', () => {
    expect(searchCopies([buildIndex([fig], { languages }), buildIndex([snail], { languages })], 'fig').map(({ name }) => name)).toEqual([
      'Fig',
      'Fig (mollusc)',
    ]);
  });

  it('use fuzzy matches only if neither has another hit', () => {
    expect(searchCopies([country, global], 'koolmeas').map(({ id }) => id)).toEqual([1]);
    expect(searchCopies([buildIndex([taxon(9, 'Koolmeus', {})], { languages }), global], 'koolmees').map(({ id }) => id)).toEqual([1]);
  });
});
