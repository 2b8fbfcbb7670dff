import { afterEach, expect, it, vi } from 'vitest';
import { saveObservation } from '../records/observations';
import { listOutbox } from '../outbox/outbox';
import { declare, findPicture } from '../records/photos';
import { device } from '../testing/app';
import { observer, photo } from '../testing/people';

const DECODER = 'heic-to/csp';
const decodeAs = (heicTo: () => Promise<Blob>) => vi.doMock(DECODER, () => ({ heicTo }));
const failToLoad = () =>
  vi.doMock(DECODER, () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
afterEach(() => vi.doUnmock(DECODER));

async function withHeic() {
  const anna = device();
  const picture = { ...(await photo(4000, 1)), type: 'image/heic' as const };
  const draft = { taxon_id: 17, media: [declare(picture, 0)] };
  await saveObservation(anna.database, draft, [picture], { user: observer(anna.user) });
  const bytes = new Uint8Array(await picture.blob.arrayBuffer());
  return { anna, picture, bytes };
}

it('a HEIC photo picked without the decoder is uploaded unchanged, and its JPEG follows once the decoder loads', async () => {
  const { anna, picture, bytes } = await withHeic();
  failToLoad();
  await anna.sender.flush();
  expect([...anna.server.photos]).toEqual([[picture.id, bytes]]);
  const [waiting] = await listOutbox(anna.database);
  expect(waiting).toMatchObject({ kind: 'photo', state: 'waiting', last_error: { code: 'decoder_missing' } });

  const jpeg = (await photo(900, 2)).blob;
  decodeAs(() => Promise.resolve(jpeg));
  await anna.database.outbox.update(waiting!.id, { next_try_at: 0 });
  await anna.sender.flush();
  expect([...anna.server.photos]).toEqual([
    [picture.id, bytes],
    [`${picture.id}.jpeg`, new Uint8Array(await jpeg.arrayBuffer())],
  ]);
  expect(await listOutbox(anna.database)).toEqual([]);
  // From now on this device can show it.
  expect((await findPicture(anna.database, picture.id))?.size).toBe(jpeg.size);
});

it('a HEIC photo the decoder cannot read is uploaded anyway and blocks nothing', async () => {
  const { anna, picture, bytes } = await withHeic();
  decodeAs(() => Promise.reject(new Error('no picture in it')));
  await anna.sender.flush();
  expect([...anna.server.photos]).toEqual([[picture.id, bytes]]);
  expect(await listOutbox(anna.database)).toEqual([]);
});
