// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { getStatistics, markStatisticSeen, type User } from '@veld/contract';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openUserDatabase, type UserDatabase } from '../../local/db/database';
import { CHANGES_CURSOR } from '../../local/pull/pull-store';
import { saveObservation } from '../../local/records/observations';
import { freshPerson, observer } from '../../local/testing/people';
import { json, VeldServer } from '../../local/testing/veld-server';
import { renderAs } from '../../testing/render-as';
import { storedJourney, walkedTrack } from '../journeys/testing/journeys';
import { recordOfForm } from '../recording/testing/records';
import StatisticsScreen from './StatisticsScreen';

const taxon = (id: number, group: 'bird' | 'moss' = 'bird') => ({
  id,
  name: `Species ${id}`,
  scientific_name: `Species ${id}`,
  rank: 'species',
  group,
  image_url: null,
});

describe('statistics', () => {
  let anna: User;
  let database: UserDatabase;
  beforeEach(() => {
    anna = freshPerson('anna');
    database = openUserDatabase(anna.id);
  });

  const addRecords = async () => {
    await saveObservation(database, { taxon_id: 3 }, [], { user: observer(anna), taxon: taxon(3) });
    await database.observations.bulkAdd([
      recordOfForm({ taxon: taxon(1), day: '2025-05-03', time: '06:30' }, { country_code: 'NL' }),
      recordOfForm({ taxon: taxon(1), day: '2026-05-03', time: '06:50', count: 12 }, { country_code: 'NL' }),
      recordOfForm({ taxon: taxon(2, 'moss'), day: '2026-07-01', time: '' }, { country_code: 'BE' }),
      recordOfForm({ taxon: taxon(4), day: '2026-01-01', count: 0 }, { country_code: 'NL' }),
    ]);
  };
  const show = (query = '') => renderAs(anna, <StatisticsScreen />, { at: `/statistics${query}` });
  const section = (name: string) => screen.findByRole('region', { name });
  const tile = async (label: RegExp) => (await screen.findByText(label)).previousElementSibling!.textContent;

  it('come from the device, without ticks, and without absences among the species', async () => {
    await addRecords();
    await show();
    expect([await tile(/^records$/), await tile(/^species$/), await tile(/^days$/), await tile(/^new species$/)]).toEqual([
      '4',
      '2',
      '4',
      '2',
    ]);
    expect(within(within(await section('Groups')).getByRole('list')).getByText('Mosses')).toBeDefined();
    expect(within(await section('Records by hour')).getByText(/isn’t shown here: no time of day/)).toBeDefined();
    expect(screen.getByText('From the records on this device. Ticks without a record don’t count.')).toBeDefined();
  });

  it('have the hours of each month as a heat map, as a table and as a CSV file, and nothing without a time of day', async () => {
    await addRecords();
    const { unmount } = await show('?country=NL');
    const heat = within(await section('Records by month and hour'));
    expect(heat.getByRole('slider').getAttribute('aria-valuetext')).toBe('May, 6:00 AM – 7:00 AM: 2 records');
    fireEvent.click(heat.getByText('Show as table'));
    const table = within(heat.getByRole('table'));
    expect(table.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual(
      'Hour January February March April May June July August September October November December'.split(' '),
    );
    const six = table.getByRole('row', { name: /^06:00/ });
    expect(
      within(six)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual('0 0 0 0 2 0 0 0 0 0 0 0'.split(' '));
    expect(heat.getByRole('button', { name: 'Download CSV: Records by month and hour' })).toBeDefined();
    unmount();
    await show('?country=BE');
    await section('Records by month');
    expect(screen.queryByRole('region', { name: 'Records by month and hour' })).toBeNull();
  });

  it('name who was along most often, for oneself only', async () => {
    await addRecords();
    const companions = [{ user_id: null, name: 'Oma' }];
    await storedJourney(database, { companions });
    await storedJourney(database, { companions: [...companions, { user_id: null, name: 'Chen' }] });
    await show();
    const along = within(await section('Most often with you'));
    expect(
      within(along.getByRole('list'))
        .getAllByRole('listitem')
        .map((one) => one.textContent),
    ).toEqual(['Oma 2 journeys', 'Chen 1 journey']);
    expect(along.getByText('Only you see their names.')).toBeDefined();
    fireEvent.click(along.getByText('Show as table'));
    expect(
      within(along.getByRole('table'))
        .getAllByRole('row')
        .map((row) => row.textContent),
    ).toEqual(['PersonJourneys', 'Oma2', 'Chen1']);
  });

  it('have the effort of the journeys of each year, as a table too, but not of one country', async () => {
    await addRecords();
    await storedJourney(database, { complete_groups: [{ group: 'bird', is_complete: true }] }, walkedTrack(60));
    await storedJourney(database, {}, walkedTrack(30));
    const { unmount } = await show();
    const effort = within(await section('Effort'));
    await waitFor(() => expect(effort.getByRole('list').textContent).toMatch(/^2026 2\sjourneys · 1\shr\s30\smin · 10\skm/));
    fireEvent.click(effort.getByText('Show as table'));
    const table = within(effort.getByRole('table'));
    expect(table.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
      'Year',
      'Journeys',
      'Hours',
      'Kilometres',
      'Complete lists',
    ]);
    expect(table.getAllByRole('row')).toHaveLength(2);
    unmount();
    await show('?country=NL');
    await section('Groups');
    expect(screen.queryByRole('region', { name: 'Effort' })).toBeNull();
  });

  it('have the filters of their address', async () => {
    await addRecords();
    await show('?country=NL&group=bird');
    expect([await tile(/^records$/), await tile(/^species$/)]).toEqual(['3', '1']);
    fireEvent.change(screen.getByRole('combobox', { name: 'Location' }), { target: { value: 'BE' } });
    expect(await screen.findByText('No records match these filters.')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Show all records' }));
    expect(await tile(/^records$/)).toBe('4');
  });

  it('can be read by keys, and by the table', async () => {
    await addRecords();
    await show();
    const chart = await screen.findByRole('slider', { name: 'Records by month' });
    expect(chart.getAttribute('aria-valuetext')).toBe('May: 2 records');
    fireEvent.keyDown(chart, { key: 'ArrowRight' });
    expect(chart.getAttribute('aria-valuetext')).toBe('June: 0 records');
    fireEvent.keyDown(chart, { key: 'End' });
    expect(chart.getAttribute('aria-valuetext')).toBe('December: 0 records');
    fireEvent.keyDown(chart, { key: 'ArrowRight' });
    expect(chart.getAttribute('aria-valuenow')).toBe('12');
    const row = within(await section('Records by month')).getByRole('row', { name: /^May/, hidden: true });
    expect(within(row).getByRole('cell', { hidden: true }).textContent).toBe('2');
  });

  it('can be downloaded as CSV', async () => {
    const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:csv');
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    await addRecords();
    await show();
    fireEvent.click(await screen.findByRole('button', { name: 'Download CSV: New species by month' }));
    const blob = made.mock.calls.at(-1)![0] as Blob;
    expect((await blob.text()).replace('\u{FEFF}', '').split('\r\n').slice(0, 3)).toEqual(['Month,New species', '2025-05,1', '2025-06,0']);
  });

  it('show the months of a species, the one with most records first', async () => {
    await addRecords();
    await show();
    const chart = await screen.findByRole('slider', { name: 'A species over the years: Species 1' });
    expect(chart.getAttribute('aria-valuetext')).toBe('May 2026: 1 record');
    fireEvent.keyDown(chart, { key: 'ArrowDown' });
    expect(chart.getAttribute('aria-valuetext')).toBe('May 2025: 1 record');
    expect(within(await section('A species over the years')).getByRole('link', { name: '12' })).toBeDefined();
  });

  it('show no months of another species while those of the chosen one are counted', async () => {
    await addRecords();
    await show();
    await screen.findByRole('slider', { name: 'A species over the years: Species 1' });
    const part = within(await section('A species over the years'));
    fireEvent.click(part.getByRole('combobox', { name: 'Species' }));
    fireEvent.click(await screen.findByRole('option', { name: /^Species 2/, hidden: true }));
    expect(part.queryByRole('slider')).toBeNull();
    const chart = await part.findByRole('slider', { name: 'A species over the years: Species 2' });
    expect(chart.getAttribute('aria-valuetext')).toBe('July 2026: 1 record');
  });

  it('compare two years, of which the one that is not over ends today', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-28T12:00:00Z') });
    onTestFinished(() => void vi.useRealTimers());
    await addRecords();
    await show('?year=2025&against=2026');
    const chart = await screen.findByRole('slider', { name: 'Species through the year' });
    expect(chart.getAttribute('aria-valuetext')).toBe('December: 2025 – 1 species');
    fireEvent.keyDown(chart, { key: 'ArrowLeft' });
    expect(chart.getAttribute('aria-valuetext')).toBe('November: 2025 – 1 species; 2026 – 2 species');
  });

  it('say what is more than at the last visit, and mark it as seen', async () => {
    await addRecords();
    const raised = ['species'];
    const figures = {
      observations: 4,
      species: 2,
      confirmed: 0,
      confirmable: 4,
      days: 4,
      identifications: 0,
      rank: null,
      months: [],
      groups: [],
      raised,
    };
    const server = new VeldServer(anna)
      .answer(getStatistics, () => json({ data: figures }))
      .answer(markStatisticSeen, () => json({ data: { raised: [] } }));
    await renderAs(anna, <StatisticsScreen />, { at: '/statistics', server });
    const mark = await screen.findByText('More than at your last visit');
    expect(mark.parentElement!.textContent).toMatch(/^2species/);
    await waitFor(() => expect(server.count('POST', '/api/community/statistics/seen')).toBe(1));
    expect(server.asked.find(({ method }) => method === 'POST')).toMatchObject({
      path: `/api/community/statistics/seen/${anna.id}/all`,
      body: { statistic: 'species' },
    });
  });

  it('say what to do without records', async () => {
    await database.settings.put({ key: CHANGES_CURSOR, value: 'c' });
    await show();
    expect(await screen.findByText('Your statistics appear here once you have a record.')).toBeDefined();
    expect(screen.queryByRole('slider')).toBeNull();
    expect(screen.queryByRole('combobox', { name: 'Period' })).toBeNull();
  });
});
