// @vitest-environment happy-dom
import { listMediaAddresses, type User } from '@veld/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openUserDatabase } from '../../../local/db/database';
import { newId } from '../../../local/db/ids';
import { freshPerson, photo as localPhoto } from '../../../local/testing/people';
import { json, VeldServer } from '../../../local/testing/veld-server';
import { renderAs } from '../../../testing/render-as';
import { OwnPhoto } from './OwnPhoto';

const HOUR = 3_600_000;
const thisHour = () => Math.floor(Date.now() / HOUR);
const urlsOf = (id: string, hour: number) => {
  const url = (size: number) => `/api/media/${id}/${size}?e=${hour}&s=x`;
  return { 128: url(128), 512: url(512), 1600: url(1600) };
};
const kept = (id: string, hour: number) => ({ id, thumbhash: null, urls: urlsOf(id, hour), width: 400, height: 300, crop: null });

let anna: User;
/** The ids of each request for addresses. */
let asked: string[][];

/** Renders photos whose bytes anna's device lacks; her server answers with addresses of this hour, or not at all. */
function renderPhotos(photos: ReactNode, { isReachable = true } = {}) {
  const server = new VeldServer(anna).answer(listMediaAddresses, (url) => {
    const ids = url.searchParams.get('ids')!.split(',');
    asked.push(ids);
    if (!isReachable) throw new TypeError('Failed to fetch');
    return json({ data: ids.map((id) => ({ id, thumbhash: null, urls: urlsOf(id, thisHour()), crop: null })) });
  });
  return renderAs(anna, photos, { server });
}

/** Renders a photo that needs a request, and waits for it: by then, all requests of earlier photos have been sent. */
async function renderExpired(id: string): Promise<void> {
  await renderPhotos(<OwnPhoto photo={kept(id, thisHour() - 3)} alt="Heron" />);
  await waitFor(() => expect(source('Heron')).toBe(urlsOf(id, thisHour())[512]));
}

const source = (name: string) => screen.queryByRole('img', { name })?.getAttribute('src') ?? null;

beforeEach(() => {
  anna = freshPerson('anna');
  asked = [];
  // In the middle of an hour: in its last minutes the addresses of the one before are as good as over.
  vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / HOUR) * HOUR + HOUR / 2 });
});

describe('an own photo whose bytes are not on this device', () => {
  it('is shown from a new address when the stored one has expired; a list needs one request', async () => {
    const ids = Array.from({ length: 12 }, newId);
    await renderPhotos(
      <>
        {ids.map((id) => (
          <OwnPhoto key={id} photo={kept(id, thisHour() - 3)} alt={id} />
        ))}
      </>,
    );
    await waitFor(() => expect(ids.map(source)).toEqual(ids.map((id) => urlsOf(id, thisHour())[512])));
    expect(asked.map((one) => one.toSorted())).toEqual([ids.toSorted()]);
  });

  it('requests nothing while its addresses are valid', async () => {
    const [id, other] = [newId(), newId()];
    await renderPhotos(<OwnPhoto photo={kept(id, thisHour())} alt="Kingfisher" />);
    await waitFor(() => expect(source('Kingfisher')).toBe(urlsOf(id, thisHour())[512]));
    fireEvent.load(screen.getByRole('img', { name: 'Kingfisher' }));
    await renderExpired(other);
    expect(asked).toEqual([[other]]);
  });

  it('requests addresses if it was fetched before it had any', async () => {
    const id = newId();
    await renderPhotos(<OwnPhoto photo={{ ...kept(id, 0), urls: null }} alt="Kingfisher" />);
    await waitFor(() => expect(source('Kingfisher')).toBe(urlsOf(id, thisHour())[512]));
  });

  it('requests new addresses once when its image fails to load, and does not loop', async () => {
    const [id, other] = [newId(), newId()];
    await renderPhotos(<OwnPhoto photo={kept(id, thisHour() - 1)} alt="Kingfisher" fallback={<span>no picture</span>} />);
    await waitFor(() => expect(source('Kingfisher')).toBe(urlsOf(id, thisHour() - 1)[512]));
    fireEvent.error(screen.getByRole('img', { name: 'Kingfisher' }));
    await waitFor(() => expect(source('Kingfisher')).toBe(urlsOf(id, thisHour())[512]));
    // The new ones do not come either.
    for (let picture; (picture = screen.queryByRole('img', { name: 'Kingfisher' }));) fireEvent.error(picture);
    await screen.findByText('no picture');
    await renderExpired(other);
    expect(asked).toEqual([[id], [other]]);
  });

  it('is shown from its expired address when offline, which the browser may have cached', async () => {
    const id = newId();
    await renderPhotos(<OwnPhoto photo={kept(id, thisHour() - 9)} alt="Kingfisher" />, { isReachable: false });
    await waitFor(() => expect(source('Kingfisher')).toBe(urlsOf(id, thisHour() - 9)[512]));
    expect(asked).toEqual([[id]]);
  });

  it('requests nothing if the server could not read it or its bytes are on the device', async () => {
    const here = await localPhoto(3000);
    await openUserDatabase(anna.id).photos.put(here);
    await renderPhotos(
      <>
        <OwnPhoto photo={{ ...kept(newId(), 0), urls: null, failed: 'damaged' }} alt="unreadable" fallback={<span>no picture</span>} />
        <OwnPhoto photo={kept(here.id, 0)} alt="here" />
      </>,
    );
    await screen.findByText('no picture');
    await waitFor(() => expect(source('here')).toMatch(/^blob:/));
    const other = newId();
    await renderExpired(other);
    expect(asked).toEqual([[other]]);
  });
});
