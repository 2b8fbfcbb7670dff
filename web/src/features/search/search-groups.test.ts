import { describe, expect, it } from 'vitest';
import type { RecentChoice } from '../../local/device/recent-choices';
import { type FoundByKind, groupFound, readRecordId } from './search-groups';

const option = (kind: RecentChoice['kind'], title: string): RecentChoice => ({ kind, to: `/${title}`, title, more: null, taxon: null });
const all = (kind: RecentChoice['kind'], ...titles: string[]) => titles.map((title) => option(kind, title));
const NOTHING: FoundByKind = { species: [], guess: [], record: [], place: [], screen: [], person: [], project: [], area: [] };
const shown = (found: Partial<FoundByKind>, text = 'map') =>
  groupFound({ ...NOTHING, ...found }, text).map(({ kind, options }) => `${kind}: ${options.map(({ title }) => title).join(', ')}`);

describe('the groups of a search', () => {
  it('have species and records first, and what the server finds last', () => {
    const found = {
      project: all('project', 'Maple count'),
      area: all('area', 'Maple wood'),
      person: all('person', 'Mapi'),
      screen: all('screen', 'Offline maps'),
      place: all('place', 'Maputo'),
      record: all('record', 'Field maple'),
      species: all('species', 'Field maple'),
    };
    expect(shown(found)).toEqual([
      'species: Field maple',
      'record: Field maple',
      'screen: Offline maps',
      'place: Maputo',
      'area: Maple wood',
      'person: Mapi',
      'project: Maple count',
    ]);
  });

  it('begin with the screen that is called as the text, whatever its capitals and marks', () => {
    const found = { species: all('species', 'Field maple'), screen: all('screen', 'Cartes hors ligne', 'Carte') };
    expect(shown(found, 'carté')[0]).toBe('screen: Carte, Cartes hors ligne');
    expect(shown(found, 'car')[0]).toBe('species: Field maple');
  });

  it('have names that only resemble the text below places, and only where no species has it', () => {
    const guess = all('species', 'Mapple', 'Mapel', 'Mappel', 'Mapell');
    expect(shown({ guess, place: all('place', 'Maputo') })).toEqual(['place: Maputo', 'species: Mapple, Mapel, Mappel']);
    expect(shown({ guess, species: all('species', 'Field maple') })).toEqual(['species: Field maple']);
  });

  it('are short, so that all of them are in sight', () => {
    const many = Array.from({ length: 30 }, (_, at) => `Map ${at}`);
    const counts = groupFound({ ...NOTHING, species: all('species', ...many), place: all('place', ...many) }, 'map').map(
      ({ options }) => options.length,
    );
    expect(counts).toEqual([5, 4]);
  });
});

describe('the id of a record', () => {
  const id = '0198c6f2-4a1e-7c3b-9d2f-3b1a5c7e9f01';

  it.each([
    id,
    ` ${id.toUpperCase()} `,
    `https://veld.example/observations/${id}`,
    `veld.example/observations/${id}?from=mail#comments`,
    `/observations/${id}`,
  ])('is read from %s', (text) => {
    expect(readRecordId(text)).toBe(id);
  });

  it.each(['', 'robin', id.slice(1), `${id}0`, `https://veld.example/projects/${id}`, `robin ${id}`])('is not in %s', (text) => {
    expect(readRecordId(text)).toBeNull();
  });
});
