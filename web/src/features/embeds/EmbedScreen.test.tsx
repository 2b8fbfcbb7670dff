// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react';
import {
  type EmbedRecord,
  type EmbedSpecies,
  getEmbedCounter,
  getEmbedMap,
  getEmbedProject,
  getEmbedRecords,
  getEmbedSpecies,
  getEmbedView,
} from '@veld/contract';
import { describe, expect, it, vi } from 'vitest';
import { json, problem, VeldServer } from '../../local/testing/veld-server';
import { freshPerson } from '../../local/testing/people';
import { nobody, renderAs } from '../../testing/render-as';
import EmbedScreen from './EmbedScreen';

const KEY = 'k'.repeat(43);
const counts = { name: 'anna', observations: 1234, species: 56 };
const cells = [{ west: 5, south: 52, east: 5.1, north: 52.1, records: 7, is_obscured: false }];
const server = () =>
  new VeldServer(freshPerson('anna'))
    .answer(getEmbedCounter, () => json({ data: counts }))
    .answer(getEmbedMap, () => json({ data: { ...counts, cells } }));

describe('an embed', () => {
  it('is a counter, without a map, unless the address asks for one', async () => {
    await renderAs(nobody, <EmbedScreen />, { at: `/embed?key=${KEY}`, server: server() });
    expect(await screen.findByRole('heading', { name: 'anna' })).toBeDefined();
    expect(screen.getByText('1,234')).toBeDefined();
    expect(screen.queryByRole('img')).toBeNull();
  });

  it('is a map of the public records with the counts, of the height in the address', async () => {
    await renderAs(nobody, <EmbedScreen />, { at: `/embed?key=${KEY}&type=map&lang=en&height=200`, server: server() });
    const map = await screen.findByRole('img', { name: 'Map of the public records of anna: 1,234 records' });
    expect(map.closest<HTMLElement>('[data-still]')!.style.height).toBe('200px');
    expect(screen.getByText('56')).toBeDefined();
  });

  const heron: EmbedSpecies = { taxon_id: 3, name: 'Grey heron', scientific_name: 'Ardea cinerea', rank: 'species', records: 4 };
  const record: EmbedRecord = {
    id: '00000000-0000-4000-8000-000000000001',
    taxon: { id: 3, name: 'Grey heron', scientific_name: 'Ardea cinerea', rank: 'species', group: 'bird' },
    verbatim_name: null,
    observed_on: '2026-05',
    country_code: 'NL',
    photo: '/api/media/x/128',
  };

  it('is a list of species with the number of records, and of how many more there are', async () => {
    const veld = server().answer(getEmbedSpecies, () => json({ data: { ...counts, list: [heron] } }));
    await renderAs(nobody, <EmbedScreen />, { at: `/embed?key=${KEY}&type=species&lang=en`, server: veld });
    const [line] = within(await screen.findByRole('list', { name: 'Species' })).getAllByRole('listitem');
    expect(line!.textContent).toBe('Grey heronArdea cinerea4');
    expect(screen.getByText('and 55 more species')).toBeDefined();
  });

  it('is the latest records, each as precise as it is public', async () => {
    const unnamed = { ...record, id: record.id.replace(/1$/, '2'), taxon: null, photo: null, observed_on: null, country_code: null };
    const veld = server().answer(getEmbedRecords, () => json({ data: { ...counts, taxon: null, records: [record, unnamed] } }));
    await renderAs(nobody, <EmbedScreen />, { at: `/embed?key=${KEY}&type=records&lang=en`, server: veld });
    const lines = within(await screen.findByRole('list', { name: 'Latest records' })).getAllByRole('listitem');
    expect(lines.map((line) => line.textContent)).toEqual(['Grey heronMay 2026 · Netherlands', 'Unknown species']);
    expect(lines[0]!.querySelector('img')!.getAttribute('src')).toBe(record.photo);
    // So that the words of all lines are below one another.
    expect(lines[1]!.querySelector('svg')).not.toBeNull();
    expect(screen.getByText('56')).toBeDefined();
  });

  it('is a project with its figures, its days and its latest records', async () => {
    const project = { ...counts, name: 'Moth night', people: 3, start_on: '2026-05-01', end_on: '2026-05-03', is_cancelled: false };
    const veld = server().answer(getEmbedProject, ({ searchParams }) =>
      searchParams.get('project_id') === 'p' ? json({ data: { ...project, records: [record] } }) : problem(404, 'not_found'),
    );
    await renderAs(nobody, <EmbedScreen />, { at: `/embed?key=${KEY}&type=project&project=p&lang=en`, server: veld });
    expect(await screen.findByRole('heading', { name: 'Moth night' })).toBeDefined();
    expect(screen.getByText(/3 participants/).textContent).toMatch(/^\D*1.*3.*2026 · 3 participants$/);
    expect(within(screen.getByRole('list', { name: 'Latest records' })).getAllByRole('listitem')).toHaveLength(1);
  });

  it('is a view with its name, asked for by all of its address, or says that a part of it cannot be shown', async () => {
    const total = { count: 10_000, is_minimum: true };
    const data = { records: total, species: { count: 40, is_minimum: true }, list: [], latest: [record], cells: [] };
    let asked: object = {};
    const veld = server().answer(getEmbedView, ({ searchParams }) => {
      asked = Object.fromEntries(searchParams);
      return searchParams.has('unseen') ? problem(422, 'validation') : json({ data });
    });
    const at = `/embed?key=${KEY}&type=view&height=280&group=bird&year=2026&show=records&name=Birds`;
    const { unmount } = await renderAs(nobody, <EmbedScreen />, { at: `${at}&lang=en`, server: veld });
    expect(await screen.findByRole('heading', { name: 'Birds' })).toBeDefined();
    expect(screen.getByText('10,000+')).toBeDefined();
    expect(within(screen.getByRole('list', { name: 'Latest records' })).getAllByRole('listitem')).toHaveLength(1);
    expect(asked).toEqual({ key: KEY, group: 'bird', year: '2026', show: 'records', name: 'Birds' });
    unmount();
    await renderAs(nobody, <EmbedScreen />, { at: `${at}&lang=en&unseen=1`, server: veld });
    expect((await screen.findByRole('alert')).textContent).toContain('This can’t be shown');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('is one species of the address, or says that there is nothing of it', async () => {
    const veld = server().answer(getEmbedRecords, ({ searchParams }) =>
      json({
        data: { ...counts, ...(searchParams.get('taxon_id') === '3' ? { taxon: heron, records: [record] } : { taxon: null, records: [] }) },
      }),
    );
    const at = (taxon: number) => `/embed?key=${KEY}&type=species&taxon=${taxon}&lang=en`;
    const { unmount } = await renderAs(nobody, <EmbedScreen />, { at: at(3), server: veld });
    expect(await screen.findByRole('heading', { name: 'Grey heron' })).toBeDefined();
    expect(screen.getByText('anna · 4 records')).toBeDefined();
    expect(screen.getByRole('listitem').textContent).toBe('May 2026 · Netherlands');
    unmount();
    await renderAs(nobody, <EmbedScreen />, { at: at(4), server: veld });
    expect(await screen.findByText('No public records of this species.')).toBeDefined();
  });

  it('says that the map could not be loaded, and shows it once that works', async () => {
    const veld = server();
    let isDown = true;
    veld.fault = () => (isDown ? 'no-connection' : null);
    await renderAs(nobody, <EmbedScreen />, { at: `/embed?key=${KEY}&type=map&lang=en`, server: veld });
    expect((await screen.findByRole('alert')).textContent).toContain('Couldn’t load the map.');
    isDown = false;
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('img', { name: /^Map of the public records of anna/ })).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says that the key is unknown, without offering to try again', async () => {
    const unknown = new VeldServer(freshPerson('anna')).answer(getEmbedCounter, () => problem(404, 'not_found'));
    await renderAs(nobody, <EmbedScreen />, { at: `/embed?key=${KEY}`, server: unknown });
    expect((await screen.findByRole('alert')).textContent).toBe('This can’t be shown: it was turned off, or its address is wrong.');
    expect(screen.queryByRole('button')).toBeNull();
    expect(unknown.asked).toHaveLength(1);
  });

  it('asks for no key that cannot be one', async () => {
    const veld = server();
    await renderAs(nobody, <EmbedScreen />, { at: '/embed?key=<b>', server: veld });
    expect(await screen.findByText('This can’t be shown: it was turned off, or its address is wrong.')).toBeDefined();
    expect(veld.asked).toEqual([]);
  });

  it('asks again every five minutes, keeps its numbers while there is no connection, and drops them once the key is revoked', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const answers = [
      json({ data: counts }),
      new TypeError('Failed to fetch'),
      json({ data: { ...counts, species: 57 } }),
      problem(404, 'not_found'),
    ];
    const veld = new VeldServer(freshPerson('anna')).answer(getEmbedCounter, () => {
      const answer = answers.shift()!;
      if (answer instanceof Error) throw answer;
      return answer;
    });
    await renderAs(nobody, <EmbedScreen />, { at: `/embed?key=${KEY}`, server: veld });
    expect(await screen.findByText('56')).toBeDefined();
    const later = () => act(() => vi.advanceTimersByTimeAsync(5 * 60_000 + 1000));
    await later();
    expect(veld.asked).toHaveLength(2);
    expect(screen.getByText('56')).toBeDefined();
    await later();
    expect(screen.getByText('57')).toBeDefined();
    await later();
    expect(screen.getByRole('alert').textContent).toContain('it was turned off');
    expect(screen.queryByText('57')).toBeNull();
    await later();
    expect(veld.asked).toHaveLength(4);
  });
});
