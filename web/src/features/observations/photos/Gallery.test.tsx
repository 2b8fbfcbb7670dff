// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import type { PublicObservation } from '@veld/contract';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startI18n } from '../../../i18n/i18n';
import { Gallery } from './Gallery';

const photo = (order: number, change: object = {}) => ({
  id: `photo-${order}`,
  type: 'image/jpeg',
  width: 400,
  height: 300,
  caption: null,
  license: null,
  order,
  thumbhash: null,
  urls: { 128: `/${order}/128`, 512: `/${order}/512`, 1600: `/${order}/1600` },
  ...change,
});

/** Somebody else's record with three photos: one captioned, one with a licence of its own. */
const record = {
  id: 'a',
  license: 'CC-BY-4.0',
  media: [photo(1, { caption: 'The wing from below' }), photo(0), photo(2, { license: 'CC0-1.0' })],
} as unknown as PublicObservation;

async function open(shown = record) {
  render(
    <MantineProvider env="test">
      <Gallery record={shown} name="Kingfisher" group="bird" />
    </MantineProvider>,
  );
  await screen.findByRole('button', { name: 'Enlarge photo' });
}

beforeAll(async () => {
  localStorage.setItem('veld-locale', 'en');
  Element.prototype.scrollTo = () => {};
  await startI18n();
});
afterEach(cleanup);

describe('the photos of a record', () => {
  it('tell what each shows and what may be done with it: its own licence, else that of the record', async () => {
    await open();
    expect(screen.getByText('Licence: CC BY 4.0')).not.toBeNull();
    expect(screen.queryByText('The wing from below')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Next photo' }));
    expect(screen.getByText('The wing from below')).not.toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Next photo' }));
    expect(screen.getByText('Licence: CC0 1.0')).not.toBeNull();
    expect(screen.queryByText('The wing from below')).toBeNull();
  });

  it('say nothing of a licence where there is none', async () => {
    await open({ ...record, license: null, media: [record.media[1]!] });
    expect(screen.queryByText(/^Licence/)).toBeNull();
  });

  it('open as large as the screen, go on by the arrow keys, and close where they were', async () => {
    await open();
    fireEvent.click(screen.getByRole('button', { name: 'Enlarge photo' }));
    const large = await screen.findByRole('dialog');
    expect(within(large).getByText('Photo 1 of 3')).not.toBeNull();
    fireEvent.keyDown(large, { key: 'ArrowRight' });
    expect(within(large).getByText('Photo 2 of 3')).not.toBeNull();
    expect(within(large).getByText('The wing from below')).not.toBeNull();
    fireEvent.keyDown(large, { key: 'ArrowLeft' });
    fireEvent.keyDown(large, { key: 'ArrowLeft' });
    expect(within(large).getByText('Photo 3 of 3')).not.toBeNull();
    fireEvent.click(within(large).getByRole('button', { name: 'Close large view' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('Licence: CC0 1.0')).not.toBeNull();
  }, 30_000);
});
