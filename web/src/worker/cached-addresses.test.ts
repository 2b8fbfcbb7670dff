import { describe, expect, test } from 'vitest';
import { isHeicDecoder, isPhoto, isTaxonImage, isWorkerMessage, photoKey, SERVER_ONLY } from './cached-addresses';

const at = (path: string) => new URL(path, 'https://veld.example');
const photo = '/api/media/5f0c7a52-6f0a-4f6e-9d5b-0d1c6f2f9a11';

describe('the service worker', () => {
  test('caches photos of records in their three sizes', () => {
    for (const size of ['128', '512', '1600']) expect(isPhoto(at(`${photo}/${size}?e=1790000000&s=abc`))).toBe(true);
  });

  test('never caches an original, which only its owner may read', () => {
    expect(isPhoto(at(`${photo}/original`))).toBe(false);
    expect(isPhoto(at(`${photo}/2048`))).toBe(false);
  });

  test('caches images of taxa, each size separately', () => {
    expect(isTaxonImage(at('/api/taxon/12/image?size=128'))).toBe(true);
    expect(isTaxonImage(at('/api/taxon/12/images'))).toBe(false);
  });

  test('caches no other response of the server', () => {
    for (const path of ['/api/user', '/api/observations', '/api/feed', '/api/taxonomy?page=1', `/api/uploads/x`]) {
      expect(isPhoto(at(path)) || isTaxonImage(at(path)), path).toBe(false);
    }
  });
});

test('caches the HEIC decoder once fetched, and no other script at runtime', () => {
  expect(isHeicDecoder(at('/assets/heic-to-DeD09f__.js'))).toBe(true);
  for (const path of ['/assets/index-B5E7.js', '/api/assets/heic-to-a.js', '/assets/heic-to-a.css'])
    expect(isHeicDecoder(at(path))).toBe(false);
});

test('a photo signed in another hour has the same cache entry; another size has its own', () => {
  const key = photoKey(at(`${photo}/512?e=1790000000&s=first`).href);
  expect(photoKey(at(`${photo}/512?e=1790003600&s=second`).href)).toBe(key);
  expect(photoKey(at(`${photo}/1600?e=1790000000&s=first`).href)).not.toBe(key);
  expect(key).not.toContain('first');
});

test('embeds (which need their own headers) and server paths go to the server; every screen opens offline', () => {
  const isAsked = (path: string) => SERVER_ONLY.some((pattern) => pattern.test(path));
  for (const path of ['/embed', '/embed?key=abc', '/embed/', '/api/docs', '/api?x', '/metrics']) expect(isAsked(path), path).toBe(true);
  for (const path of ['/', '/?lang=nl', '/feed', '/species/12?from=/embed', '/embedded', '/apis', '/my-species']) {
    expect(isAsked(path), path).toBe(false);
  }
});

test('only the two known messages are handled', () => {
  expect(isWorkerMessage({ type: 'skip-waiting' })).toBe(true);
  expect(isWorkerMessage({ type: 'clear-private' })).toBe(true);
  for (const other of [null, 'skip-waiting', {}, { type: 'claim' }]) expect(isWorkerMessage(other)).toBe(false);
});
