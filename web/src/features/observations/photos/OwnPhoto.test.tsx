// @vitest-environment happy-dom
import { listMediaAddresses, pathFor } from '@veld/contract';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openUserDatabase } from '../../../local/db/database';
import { newId } from '../../../local/db/ids';
import { person, photo as localPhoto } from '../../../local/testing/people';
import { json } from '../../../local/testing/veld-server';
import { auth } from '../../../local/app/veld';
import { OwnPhoto } from './OwnPhoto';

const HOUR = 3_600_000;
const thisHour = () => Math.floor(Date.now() / HOUR);
const urlsOf = (id: string, hour: number) => {
  const url = (size: number) => `/api/media/${id}/${size}?e=${hour}&s=x`;
  return { 128: url(128), 512: url(512), 1600: url(1600) };
};
const kept = (id: string, hour: number) => ({ id, thumbhash: null, urls: urlsOf(id, hour), width: 400, height: 300, crop: null });

/** What was asked of the server for addresses. */
let asked: string[][];

/** Anna's device, which has none of the bytes; her server answers with addresses of this hour, or not at all. */
function annasDevice(isReachable: boolean) {
  const anna = person('anna', { id: newId() });
  auth.store.setState({ user: anna, token: 'token-1', isReady: true });
  asked = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation((input) => {
    const url = new URL(input as string, 'https://veld.test');
    if (url.pathname !== pathFor(listMediaAddresses)) return Promise.reject(new TypeError('Failed to fetch'));
    const ids = url.searchParams.get('ids')!.split(',');
    asked.push(ids);
    if (!isReachable) return Promise.reject(new TypeError('Failed to fetch'));
    const { body, ...init } = json({ data: ids.map((id) => ({ id, thumbhash: null, urls: urlsOf(id, thisHour()), crop: null })) });
    return Promise.resolve(new Response(body, init));
  });
  return openUserDatabase(anna.id);
}

const source = (name: string) => screen.queryByRole('img', { name })?.getAttribute('src') ?? null;

beforeEach(() => {
  vi.restoreAllMocks();
  // In the middle of an hour: in its last minutes the addresses of the one before are as good as over.
  vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / HOUR) * HOUR + HOUR / 2 });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('a photo of one’s own that is not on this device', () => {
  it('is shown by new addresses where those from the day the record came are over, all of a list by one request', async () => {
    annasDevice(true);
    const ids = Array.from({ length: 12 }, newId);
    render(
      <>
        {ids.map((id) => (
          <OwnPhoto key={id} photo={kept(id, thisHour() - 3)} alt={id} />
        ))}
      </>,
    );
    await waitFor(() => expect(ids.map(source)).toEqual(ids.map((id) => urlsOf(id, thisHour())[512])));
    expect(asked.map((one) => one.toSorted())).toEqual([ids.toSorted()]);
  });

  it('asks for nothing where its addresses are good', async () => {
    annasDevice(true);
    const id = newId();
    render(<OwnPhoto photo={kept(id, thisHour())} alt="Kingfisher" />);
    await waitFor(() => expect(source('Kingfisher')).toBe(urlsOf(id, thisHour())[512]));
    fireEvent.load(screen.getByRole('img', { name: 'Kingfisher' }));
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(asked).toEqual([]);
  });

  it('that was fetched before it could be shown is asked for', async () => {
    annasDevice(true);
    const id = newId();
    render(<OwnPhoto photo={{ ...kept(id, 0), urls: null }} alt="Kingfisher" />);
    await waitFor(() => expect(source('Kingfisher')).toBe(urlsOf(id, thisHour())[512]));
  });

  it('asks once where its picture does not come although its address looks good, and never in a circle', async () => {
    annasDevice(true);
    const id = newId();
    render(<OwnPhoto photo={kept(id, thisHour() - 1)} alt="Kingfisher" fallback={<span>no picture</span>} />);
    await waitFor(() => expect(source('Kingfisher')).toBe(urlsOf(id, thisHour() - 1)[512]));
    fireEvent.error(screen.getByRole('img', { name: 'Kingfisher' }));
    await waitFor(() => expect(source('Kingfisher')).toBe(urlsOf(id, thisHour())[512]));
    // The new ones do not come either.
    for (let picture; (picture = screen.queryByRole('img', { name: 'Kingfisher' }));) fireEvent.error(picture);
    await screen.findByText('no picture');
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(asked).toEqual([[id]]);
  });

  it('offline is tried by the old address, which the browser may still know', async () => {
    annasDevice(false);
    const id = newId();
    render(<OwnPhoto photo={kept(id, thisHour() - 9)} alt="Kingfisher" />);
    await waitFor(() => expect(source('Kingfisher')).toBe(urlsOf(id, thisHour() - 9)[512]));
    expect(asked).toEqual([[id]]);
  });

  it('asks for nothing where the server could not read it, nor where its bytes are here', async () => {
    const database = annasDevice(true);
    const here = await localPhoto(3000);
    await database.photos.put(here);
    render(
      <>
        <OwnPhoto photo={{ ...kept(newId(), 0), urls: null, failed: 'damaged' }} alt="unreadable" fallback={<span>no picture</span>} />
        <OwnPhoto photo={kept(here.id, 0)} alt="here" />
      </>,
    );
    await screen.findByText('no picture');
    await waitFor(() => expect(source('here')).toMatch(/^blob:/));
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(asked).toEqual([]);
  });
});
