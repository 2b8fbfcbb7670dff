// @vitest-environment happy-dom
import { randomUUID } from 'node:crypto';
import { UPLOADS_PATH } from '@veld/contract';
import { getTusEnhancer, type TusOptions } from '@rpldy/tus-sender';
import { type BatchItem, createUploader, UPLOADER_EVENTS } from '@rpldy/uploader';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Person, person } from '../../testing/people.ts';
import { makePhoto, type Photo } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

/* A second published client of tus, with code of its own: React Uploady. It needs the XMLHttpRequest of a browser. */

let veld: TestServer;
let anna: Person;
let picture: Photo;
beforeAll(async () => {
  picture = await makePhoto({ width: 300, height: 200 });
  veld = await testServer();
  (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(veld.url);
  anna = await person(veld, 'anna');
});
afterAll(() => veld.close());

const newPhoto = (): Photo => ({ ...picture, id: randomUUID() });
const media = (photo: Photo) => veld.db.selectFrom('media').select('sha256').where('photo_id', '=', photo.id).executeTakeFirst();

/** Uploads a photo; with `stopAfter` the upload is aborted after so many PATCH requests. Resolves with the methods of its requests and its outcome. */
async function uploadWithUploady(photo: Photo, options: TusOptions, stopAfter = Infinity): Promise<{ outcome: string; methods: string[] }> {
  const headers = { authorization: `Bearer ${anna.token}` };
  const { id, sha256, type } = photo;
  const uploader = createUploader({
    enhancer: getTusEnhancer({ chunkSize: 700, resumeHeaders: headers, ...options }),
    destination: { url: `${veld.url}${UPLOADS_PATH}`, headers, params: { id, sha256, type } },
  });
  const ended = new Promise<string>((resolve) => {
    for (const event of [UPLOADER_EVENTS.ITEM_FINISH, UPLOADER_EVENTS.ITEM_ERROR, UPLOADER_EVENTS.ITEM_ABORT])
      uploader.on(event, (item: BatchItem) => resolve(item.state));
  });
  // Not by the event of progress, which is throttled: on a fast machine the upload is over before the second one.
  const methods: string[] = [];
  const open = XMLHttpRequest.prototype.open;
  const opening = vi.spyOn(XMLHttpRequest.prototype, 'open').mockImplementation(function count(
    this: XMLHttpRequest,
    ...request: unknown[]
  ) {
    methods.push(request[0] as string);
    if (methods.filter((method) => method === 'PATCH').length === stopAfter) this.addEventListener('load', () => uploader.abort());
    Reflect.apply(open, this, request);
  });
  // Its key for resuming is the name and the date of the file.
  await uploader.add([new File([new Uint8Array(photo.bytes)], `${id}.jpg`, { type, lastModified: 1 })]);
  const outcome = await ended;
  opening.mockRestore();
  return { outcome, methods };
}

describe('React Uploady', () => {
  it.each<[string, TusOptions]>([
    ['in chunks', {}],
    ['in one request', { chunkSize: 50_000_000 }],
    ['in chunks from the first request on', { sendDataOnCreate: true }],
    ['with POST instead of PATCH', { overrideMethod: true }],
    ['without a length at first', { deferLength: true }],
    ['with what the server says it can, which is not parts in parallel', { featureDetection: true, parallel: 2 }],
  ])('uploads %s', async (_, options) => {
    const photo = newPhoto();
    expect(await uploadWithUploady(photo, options)).toMatchObject({ outcome: 'finished' });
    expect((await media(photo))!.sha256).toBe(photo.sha256);
  });

  it('resumes an upload that it stopped', async () => {
    const photo = newPhoto();
    expect(await uploadWithUploady(photo, { chunkSize: 200 }, 4)).toMatchObject({ outcome: 'aborted' });
    expect(await media(photo)).toBeUndefined();
    const { outcome, methods } = await uploadWithUploady(photo, { chunkSize: 200 });
    expect(outcome).toBe('finished');
    expect(methods[0]).toBe('HEAD');
    expect(methods).not.toContain('POST');
    expect(methods.filter((method) => method === 'PATCH').length).toBeLessThan(picture.bytes.length / 200 - 3);
    expect((await media(photo))!.sha256).toBe(photo.sha256);
  });
});
