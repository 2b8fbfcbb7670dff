import { randomUUID } from 'node:crypto';
import { UPLOADS_PATH } from '@veld/contract';
import { type Case, type CasesOf, idWithoutObject, plain, query } from '../../testing/cases.ts';
import { createUpload, declare, upload, uploadMetadata } from '../../testing/records.ts';
import type { media as feature } from './feature.ts';

const TUS = { 'tus-resumable': '1.0.0' };

const uploads: Case = {
  states: ['open', 'missing', 'malformed'],
  async make({ veld, anna, photo }, state) {
    const unused = idWithoutObject(state);
    if (unused) return unused;
    const fresh = { ...photo, ...declare(photo.bytes, 'image/jpeg') };
    const made = await createUpload(veld, anna, fresh);
    if (made.status !== 201) throw new Error(`anna's upload was not created: ${made.status}`);
    return fresh.id;
  },
  request: () => ({ headers: TUS }),
};

const photos: Case = {
  states: ['open', 'missing', 'malformed'],
  async make({ veld, anna, photo }, state) {
    const unused = idWithoutObject(state);
    if (unused) return unused;
    const fresh = { ...photo, ...declare(photo.bytes, 'image/jpeg') };
    const status = await upload(veld, anna, fresh);
    if (status !== 204) throw new Error(`anna's photo was not stored: ${status}`);
    return fresh.id;
  },
};

export const cases: CasesOf<typeof feature> = {
  'POST /api/uploads': {
    request: ({ photo }) => {
      const { id, sha256, type } = declare(photo.bytes, 'image/jpeg');
      return { headers: { ...TUS, 'upload-length': String(photo.bytes.length), 'upload-metadata': uploadMetadata({ id, sha256, type }) } };
    },
  },
  'HEAD /api/uploads/:id': uploads,
  'PATCH /api/uploads/:id': {
    ...uploads,
    request: ({ photo }) => ({
      body: photo.bytes,
      headers: { ...TUS, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    }),
  },
  'DELETE /api/uploads/:id': uploads,
  'OPTIONS /api/uploads': { request: () => ({ path: UPLOADS_PATH, headers: TUS }) },
  'POST /api/uploads/:id': { ...uploads, request: () => ({ headers: { ...TUS, 'x-http-method-override': 'HEAD' } }) },
  'GET /api/media/:id/:size': { make: photos.make!, request: (_world, id) => ({ path: `/api/media/${id}/512` }) },
  'GET /api/media/addresses': query(`/api/media/addresses?ids=${randomUUID()}`),
  'GET /api/media/usage': plain,
  'GET /api/media/:id/original': photos,
};
