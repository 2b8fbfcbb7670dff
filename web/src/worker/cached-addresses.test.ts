import { describe, expect, test } from 'vitest';
import { isHeicDecoder, isPhoto, isTaxonImage, isWorkerMessage, photoKey, SERVER_ONLY } from './cached-addresses';

const at = (path: string) => new URL(path, 'https://veld.example');
const photo = '/api/media/5f0c7a52-6f0a-4f6e-9d5b-0d1c6f2f9a11';

describe('what the service worker caches', () => {
  test('photos of records at their three sizes', () => {
    for (const size of ['128', '512', '1600']) expect(isPhoto(at(`${photo}/${size}?e=1790000000&s=abc`))).toBe(true);
  });

  test('never an original, which only its owner may read', () => {
    expect(isPhoto(at(`${photo}/original`))).toBe(false);
    expect(isPhoto(at(`${photo}/2048`))).toBe(false);
  });

  test('pictures of taxa, each size by itself', () => {
    expect(isTaxonImage(at('/api/taxon/12/image?size=128'))).toBe(true);
    expect(isTaxonImage(at('/api/taxon/12/images'))).toBe(false);
  });

  test('no other answer of the server', () => {
    for (const path of ['/api/user', '/api/observations', '/api/feed', '/api/taxonomy?page=1', `/api/uploads/x`]) {
      expect(isPhoto(at(path)) || isTaxonImage(at(path)), path).toBe(false);
    }
  });
});

test('the decoder of HEIC once it was fetched, and no other part of the app that way', () => {
  expect(isHeicDecoder(at('/assets/heic-to-DeD09f__.js'))).toBe(true);
  for (const path of ['/assets/index-B5E7.js', '/api/assets/heic-to-a.js', '/assets/heic-to-a.css'])
    expect(isHeicDecoder(at(path))).toBe(false);
});

test('the same photo signed in another hour is the same entry, another size is not', () => {
  const key = photoKey(at(`${photo}/512?e=1790000000&s=first`).href);
  expect(photoKey(at(`${photo}/512?e=1790003600&s=second`).href)).toBe(key);
  expect(photoKey(at(`${photo}/1600?e=1790000000&s=first`).href)).not.toBe(key);
  expect(key).not.toContain('first');
});

test('an embed, whose headers are its own, and the server’s addresses are asked of the server; every screen opens without it', () => {
  const isAsked = (path: string) => SERVER_ONLY.some((pattern) => pattern.test(path));
  for (const path of ['/embed', '/embed?key=abc', '/embed/', '/api/docs', '/api?x', '/metrics']) expect(isAsked(path), path).toBe(true);
  for (const path of ['/', '/?lang=nl', '/feed', '/species/12?from=/embed', '/embedded', '/apis', '/my-species']) {
    expect(isAsked(path), path).toBe(false);
  }
});

test('only the two messages are understood', () => {
  expect(isWorkerMessage({ type: 'skip-waiting' })).toBe(true);
  expect(isWorkerMessage({ type: 'clear-private' })).toBe(true);
  for (const other of [null, 'skip-waiting', {}, { type: 'claim' }]) expect(isWorkerMessage(other)).toBe(false);
});
