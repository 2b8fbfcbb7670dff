// @vitest-environment happy-dom
import type { PublicObservation } from '@veld/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { anna } from '../../../local/testing/people';
import { renderAs } from '../../../testing/render-as';
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

async function renderGallery(shown = record) {
  await renderAs(anna, <Gallery record={shown} name="Kingfisher" group="bird" />);
  await screen.findByRole('button', { name: 'Enlarge photo' });
}

describe('the photos of a record', () => {
  it('show their caption and licence: their own, else that of the record', async () => {
    await renderGallery();
    expect(screen.getByText('Licence: CC BY 4.0')).not.toBeNull();
    expect(screen.queryByText('The wing from below')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Next photo' }));
    expect(screen.getByText('The wing from below')).not.toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Next photo' }));
    expect(screen.getByText('Licence: CC0 1.0')).not.toBeNull();
    expect(screen.queryByText('The wing from below')).toBeNull();
  });

  it('show no licence if there is none', async () => {
    await renderGallery({ ...record, license: null, media: [record.media[1]!] });
    expect(screen.queryByText(/^Licence/)).toBeNull();
  });

  it('open in a large view, follow the arrow keys, and stay at the current photo when it is closed', async () => {
    await renderGallery();
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
