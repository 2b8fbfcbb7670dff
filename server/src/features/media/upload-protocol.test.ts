import { randomUUID } from 'node:crypto';
import { MAX_MEDIA_BYTES, UPLOADS_PATH } from '@veld/contract';
import * as tus from 'tus-js-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, person } from '../../testing/people.ts';
import { makePhoto, type Photo, uploadMetadata } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

let veld: TestServer;
let anna: Person;
let picture: Photo;
beforeAll(async () => {
  picture = await makePhoto({ width: 300, height: 200 });
  veld = await testServer();
  anna = await person(veld, 'anna');
});
afterAll(() => veld.close());

/** Equal bytes under another id are another photo. */
const newPhoto = (): Photo => ({ ...picture, id: randomUUID() });

const TYPE = 'application/offset+octet-stream';
type Headers = Record<string, string>;

const metadataOf = ({ id, sha256, type }: Photo) => uploadMetadata({ id, sha256, type });
const media = (photo: Photo) => veld.db.selectFrom('media').select('sha256').where('photo_id', '=', photo.id).executeTakeFirst();

/** A client written from the specification of tus 1.0, with nothing between the test and HTTP. */
function client(path: string = UPLOADS_PATH) {
  const send = async (method: string, headers: Headers = {}, bytes?: Uint8Array) => {
    const response = await veld.fetch(path, {
      method,
      headers: { authorization: `Bearer ${anna.token}`, 'tus-resumable': '1.0.0', ...headers },
      ...(bytes ? { body: new Uint8Array(bytes) } : {}),
    });
    await response.arrayBuffer();
    const header = (name: string) => response.headers.get(name);
    if (response.status !== 401 && response.status !== 405) expect(header('tus-resumable')).toBe('1.0.0');
    return { status: response.status, header, offset: Number(header('upload-offset') ?? Number.NaN) };
  };
  return {
    send,
    create: (photo: Photo, headers: Headers = {}, bytes?: Uint8Array) =>
      send('POST', { 'upload-length': String(photo.bytes.length), 'upload-metadata': metadataOf(photo), ...headers }, bytes),
    head: () => send('HEAD'),
    patch: (offset: number, bytes: Uint8Array, headers: Headers = {}) =>
      send('PATCH', { 'content-type': TYPE, 'upload-offset': String(offset), ...headers }, bytes),
  };
}

/** A client for an upload that was created, with the first bytes sent. */
async function started(bytes = 0) {
  const photo = newPhoto();
  const made = await client().create(photo);
  const upload = client(made.header('location')!);
  if (bytes > 0) await upload.patch(0, photo.bytes.subarray(0, bytes));
  return { photo, upload };
}

describe('tus 1.0: the protocol', () => {
  it('1: OPTIONS names version, extensions and largest size, without a session', async () => {
    const response = await veld.fetch(UPLOADS_PATH, { method: 'OPTIONS' });
    expect(response.status).toBe(204);
    expect(response.headers.get('tus-version')).toBe('1.0.0');
    expect(response.headers.get('tus-extension')!.split(',').toSorted()).toEqual([
      'creation',
      'creation-with-upload',
      'expiration',
      'termination',
    ]);
    expect(response.headers.get('tus-max-size')).toBe(String(MAX_MEDIA_BYTES));
  });

  it('2: an extension that is not named is refused', async () => {
    const photo = newPhoto();
    const deferred = await client().send('POST', { 'upload-defer-length': '1', 'upload-metadata': metadataOf(photo) });
    expect(deferred.status).toBe(501);
    const partial = await client().create(photo, { 'upload-concat': 'partial' });
    expect(partial.status).toBe(501);
  });

  it.each(['0.2.2', '1.0.1', '2.0.0', ''])('3: version "%s" gets 412 and the supported version, and nothing happens', async (version) => {
    const photo = newPhoto();
    const refused = await client().create(photo, { 'tus-resumable': version });
    expect([refused.status, refused.header('tus-version')]).toEqual([412, '1.0.0']);
    expect((await client(`${UPLOADS_PATH}/${photo.id}`).head()).status).toBe(404);
    const { upload } = await started();
    expect((await upload.send('HEAD', { 'tus-resumable': version })).status).toBe(412);
    expect((await upload.send('DELETE', { 'tus-resumable': version })).status).toBe(412);
    expect((await upload.head()).offset).toBe(0);
  });

  it('4: POST creates an upload with a Location', async () => {
    const photo = newPhoto();
    const made = await client().create(photo);
    expect([made.status, made.header('location')]).toEqual([201, `${UPLOADS_PATH}/${photo.id}`]);
  });

  it('5: HEAD gives offset and length, and must not be cached', async () => {
    const { photo, upload } = await started();
    const head = await upload.head();
    expect([head.status, head.offset, head.header('upload-length'), head.header('cache-control')]).toEqual([
      200,
      0,
      String(photo.bytes.length),
      'no-store',
    ]);
  });

  it('6: HEAD of an unknown upload gives 404', async () => {
    const { id } = newPhoto();
    expect((await client(`${UPLOADS_PATH}/${id}`).head()).status).toBe(404);
  });

  it.each(['text/plain', 'application/octet-stream', 'application/offset+octet-stream; charset=utf-8'])(
    '7: PATCH with content type %s gets 415 and changes nothing',
    async (type) => {
      const { photo, upload } = await started();
      expect((await upload.patch(0, photo.bytes, { 'content-type': type })).status).toBe(415);
      expect((await upload.head()).offset).toBe(0);
    },
  );

  it('8: PATCH without Upload-Offset is malformed', async () => {
    const { photo, upload } = await started();
    expect((await upload.send('PATCH', { 'content-type': TYPE }, photo.bytes)).status).toBe(400);
    expect((await upload.head()).offset).toBe(0);
  });

  it.each(['-1', '1.5', 'x'])('9: PATCH with Upload-Offset %s is malformed', async (offset) => {
    const { photo, upload } = await started();
    expect((await upload.patch(0, photo.bytes, { 'upload-offset': offset })).status).toBe(400);
    expect((await upload.head()).offset).toBe(0);
  });

  it('10: PATCH at another offset gets 409 and changes nothing', async () => {
    const { photo, upload } = await started(1_000);
    for (const offset of [0, 999, 1_001]) expect((await upload.patch(offset, photo.bytes.subarray(offset))).status).toBe(409);
    expect((await upload.head()).offset).toBe(1_000);
  });

  it('11: PATCH appends and returns the new offset', async () => {
    const { photo, upload } = await started();
    const first = await upload.patch(0, photo.bytes.subarray(0, 700));
    expect([first.status, first.offset]).toEqual([204, 700]);
    const second = await upload.patch(700, photo.bytes.subarray(700, 1_500));
    expect([second.status, second.offset]).toEqual([204, 1_500]);
    expect((await upload.head()).offset).toBe(1_500);
  });

  it('12: PATCH beyond the length is refused', async () => {
    const { photo, upload } = await started(1_000);
    const tooLong = Buffer.concat([photo.bytes.subarray(1_000), Buffer.alloc(50)]);
    expect((await upload.patch(1_000, tooLong)).status).toBe(413);
    expect(await media(photo)).toBeUndefined();
  });

  it('13: the last PATCH completes the upload', async () => {
    const { photo, upload } = await started(1_000);
    const last = await upload.patch(1_000, photo.bytes.subarray(1_000));
    expect([last.status, last.offset]).toEqual([204, photo.bytes.length]);
    expect((await media(photo))!.sha256).toBe(photo.sha256);
  });

  it('14: HEAD of a complete upload gives its length', async () => {
    const { photo, upload } = await started();
    await upload.patch(0, photo.bytes);
    expect((await upload.head()).offset).toBe(photo.bytes.length);
  });

  it('15: an unknown method gets 405 with the methods there are', async () => {
    const { upload } = await started();
    const put = await upload.send('PUT', { 'content-type': TYPE }, new Uint8Array(1));
    expect(put.status).toBe(405);
    expect(put.header('allow')!.split(', ')).toEqual(expect.arrayContaining(['DELETE', 'HEAD', 'PATCH']));
  });
});

describe('tus 1.0: X-HTTP-Method-Override', () => {
  const as = (method: string) => ({ 'x-http-method-override': method });

  it('16: POST as HEAD', async () => {
    const { upload } = await started(500);
    const head = await upload.send('POST', as('HEAD'));
    expect([head.status, head.offset]).toEqual([200, 500]);
  });

  it('17: POST as PATCH', async () => {
    const { photo, upload } = await started(500);
    const rest = photo.bytes.subarray(500);
    const patch = await upload.send('POST', { ...as('PATCH'), 'content-type': TYPE, 'upload-offset': '500' }, rest);
    expect([patch.status, patch.offset]).toEqual([204, photo.bytes.length]);
    expect((await media(photo))!.sha256).toBe(photo.sha256);
  });

  it('18: POST as DELETE', async () => {
    const { upload } = await started(500);
    expect((await upload.send('POST', as('DELETE'))).status).toBe(204);
    expect((await upload.head()).status).toBe(404);
  });

  it('19: checks the overriding method as if it were sent, and refuses others', async () => {
    const { photo, upload } = await started();
    expect((await upload.send('POST', { ...as('PATCH'), 'content-type': 'text/plain', 'upload-offset': '0' }, photo.bytes)).status).toBe(
      415,
    );
    expect((await upload.send('POST', { 'content-type': TYPE, 'upload-offset': '0' }, photo.bytes)).status).toBe(405);
    const odd = await veld.fetch(`${UPLOADS_PATH}/${photo.id}`, {
      method: 'POST',
      headers: { ...as('TRACE'), authorization: `Bearer ${anna.token}` },
    });
    expect(odd.status).toBe(400);
    const stranger = await veld.fetch(`${UPLOADS_PATH}/${photo.id}`, {
      method: 'POST',
      headers: { ...as('DELETE'), 'tus-resumable': '1.0.0' },
    });
    expect(stranger.status).toBe(401);
    expect((await upload.head()).offset).toBe(0);
  });
});

describe('tus 1.0: extensions', () => {
  it('20, creation: a missing or impossible length is refused', async () => {
    const photo = newPhoto();
    for (const length of ['', '-5', '1.5', 'x']) expect((await client().create(photo, { 'upload-length': length })).status).toBe(400);
    expect((await client().create(photo, { 'upload-length': String(MAX_MEDIA_BYTES + 1) })).status).toBe(413);
  });

  it('21, creation-with-upload: POST takes all bytes or the first ones, and only with the right content type', async () => {
    const whole = newPhoto();
    const one = await client().create(whole, { 'content-type': TYPE }, whole.bytes);
    expect([one.status, one.offset]).toEqual([201, whole.bytes.length]);
    expect((await media(whole))!.sha256).toBe(whole.sha256);
    const parts = newPhoto();
    const part = await client().create(parts, { 'content-type': TYPE }, parts.bytes.subarray(0, 300));
    expect([part.status, part.offset]).toEqual([201, 300]);
    expect((await client(part.header('location')!).patch(300, parts.bytes.subarray(300))).offset).toBe(parts.bytes.length);
    const wrong = newPhoto();
    expect((await client().create(wrong, { 'content-type': 'image/jpeg' }, wrong.bytes)).status).toBe(415);
    expect((await client(`${UPLOADS_PATH}/${wrong.id}`).head()).status).toBe(404);
  });

  it('22, expiration: responses about an incomplete upload say when it expires', async () => {
    const photo = newPhoto();
    const made = await client().create(photo);
    const upload = client(made.header('location')!);
    const patched = await upload.patch(0, photo.bytes.subarray(0, 100));
    for (const response of [made, patched]) {
      const expires = Date.parse(response.header('upload-expires')!);
      expect(expires).toBeGreaterThan(Date.now() + 6 * 86_400_000);
    }
  });

  it('23, termination: DELETE frees the upload, after which it is unknown', async () => {
    const { photo, upload } = await started(500);
    expect((await upload.send('DELETE')).status).toBe(204);
    expect((await upload.head()).status).toBe(404);
    expect((await upload.patch(500, photo.bytes.subarray(500))).status).toBe(404);
    expect((await client().create(photo)).status).toBe(201);
  });
});

/** Uploads a photo with tus-js-client. */
function uploadWithTus(photo: Photo, options: Partial<tus.UploadOptions> = {}): Promise<tus.Upload> {
  return new Promise((resolve, reject) => {
    const upload: tus.Upload = new tus.Upload(photo.bytes, {
      endpoint: `${veld.url}${UPLOADS_PATH}`,
      headers: { authorization: `Bearer ${anna.token}` },
      metadata: { id: photo.id, sha256: photo.sha256, type: photo.type },
      uploadSize: photo.bytes.length,
      retryDelays: [],
      ...options,
      onSuccess: () => resolve(upload),
      onError: reject,
    });
    upload.start();
  });
}

describe('tus-js-client', () => {
  it.each([
    ['in one request', { uploadDataDuringCreation: true }],
    ['in chunks', { chunkSize: 700 }],
    ['in chunks from the first request on', { chunkSize: 700, uploadDataDuringCreation: true }],
    ['with POST instead of PATCH', { chunkSize: 1_500, overridePatchMethod: true }],
  ] as const)('24: uploads %s', async (_, options) => {
    const photo = newPhoto();
    await uploadWithTus(photo, options);
    expect((await media(photo))!.sha256).toBe(photo.sha256);
  });

  it('25: resumes an upload that was cut off, and terminates one', async () => {
    const { photo } = await started(900);
    const sent: number[] = [];
    await uploadWithTus(photo, { uploadUrl: `${veld.url}${UPLOADS_PATH}/${photo.id}`, onProgress: (bytes) => sent.push(bytes) });
    expect(Math.min(...sent)).toBeGreaterThanOrEqual(900);
    expect((await media(photo))!.sha256).toBe(photo.sha256);
    const other = await started(900);
    const url = `${veld.url}${UPLOADS_PATH}/${other.photo.id}`;
    await tus.Upload.terminate(url, { headers: { authorization: `Bearer ${anna.token}` } });
    expect((await other.upload.head()).status).toBe(404);
  });
});
