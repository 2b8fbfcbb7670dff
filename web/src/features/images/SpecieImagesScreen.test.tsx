// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { type ImageNeed, listImageNeeds } from '@veld/contract';
import { beforeEach, expect, it, vi } from 'vitest';
import { freshPerson } from '../../local/testing/people';
import { json, VeldServer } from '../../local/testing/veld-server';
import { renderAs } from '../../testing/render-as';
import { imageChanged } from './data';
import SpecieImagesScreen from './SpecieImagesScreen';

const row = (id: number, name: string, change: Partial<ImageNeed> = {}): ImageNeed => ({
  id,
  name,
  scientific_name: `Avis ${name.toLowerCase()}`,
  rank: 'species',
  group: 'bird',
  image_url: null,
  need: 'image',
  records: 0,
  views: 0,
  is_locked: false,
  ...change,
});

// On a phone, where the list scrolls with the page.
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }));
});

it('lists species by need in the country, with progress, filters and the keys', async () => {
  const curator = freshPerson('anna', { roles: ['curator'], country_code: 'NL' });
  const asked: Record<string, string>[] = [];
  const server = new VeldServer(curator).answer(listImageNeeds, (url) => {
    asked.push(Object.fromEntries(url.searchParams));
    const data = [
      row(1, 'Wren', { records: 1234 }),
      row(2, 'Robin', { need: 'license', image_url: '/api/taxon/2/image', records: 1 }),
      row(3, 'Owl', { need: 'none', is_locked: true }),
    ];
    return json({ data, has_more: false, total: 2000, done: 500 });
  });
  await renderAs(curator, <SpecieImagesScreen />, { at: '/admin/specie-images', server });
  expect(await screen.findByText('500 of 2,000 species have a good image')).toBeDefined();
  expect((await screen.findByRole('button', { name: /Wren/ })).textContent).toContain('1,234 records');
  expect(screen.getByRole('button', { name: /Robin/ }).textContent).toContain('Licence not accepted · 1 record');
  expect(screen.getByRole('button', { name: /Owl.*Locked/ })).toBeDefined();
  expect(asked.at(-1)).toEqual({ page: '1', country: 'NL' });
  fireEvent.change(screen.getByLabelText('What’s needed'), { target: { value: 'license' } });
  await screen.findByRole('button', { name: /Robin/ });
  expect(asked.at(-1)).toEqual({ page: '1', country: 'NL', need: 'license' });
  fireEvent.click(screen.getByRole('button', { name: 'Keyboard' }));
  expect(await screen.findByText('Never offer the photo again')).toBeDefined();
});

it('says when the list cannot be loaded, and tries again', async () => {
  const curator = freshPerson('anna', { roles: ['curator'], country_code: 'NL' });
  let isDown = true;
  const server = new VeldServer(curator).answer(listImageNeeds, () => {
    if (isDown)
      return {
        status: 503,
        headers: { 'content-type': 'application/problem+json' },
        body: '{"type":"/problems/unavailable","title":"Busy","status":503}',
      };
    return json({ data: [row(1, 'Wren')], has_more: false, total: 1, done: 0 });
  });
  await renderAs(curator, <SpecieImagesScreen />, { at: '/admin/specie-images', server });
  const retry = await screen.findByRole('button', { name: 'Retry' }, { timeout: 5000 });
  expect(screen.getByText('Couldn’t load the list. The server has a problem. Try again later.')).toBeDefined();
  isDown = false;
  fireEvent.click(retry);
  expect(await screen.findByRole('button', { name: /Wren/ })).toBeDefined();
});

it('counts an image that was chosen in this visit, and leaves its species where it is', async () => {
  const curator = freshPerson('anna', { roles: ['curator'], country_code: 'NL' });
  let done = 7;
  const server = new VeldServer(curator).answer(listImageNeeds, () =>
    json({ data: done === 7 ? [row(1, 'Wren'), row(2, 'Robin')] : [row(2, 'Robin')], has_more: false, total: 20, done }),
  );
  await renderAs(curator, <SpecieImagesScreen />, { at: '/admin/specie-images', server });
  await screen.findByText('7 of 20 species have a good image');
  done = 8;
  act(() => imageChanged(1));
  expect(await screen.findByText('8 of 20 species have a good image')).toBeDefined();
  expect(screen.getByRole('button', { name: /Wren/ })).toBeDefined();
});
