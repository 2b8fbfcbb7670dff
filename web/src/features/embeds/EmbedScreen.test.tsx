// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { getEmbedCounter, getEmbedMap } from '@veld/contract';
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
