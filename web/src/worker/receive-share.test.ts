import { MEDIA_TYPES } from '@veld/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SCREENS } from '../app/screens';
import { newId } from '../local/db/ids';
import { MAX_SHARED_BYTES, MAX_SHARED_FILES, SharedFiles } from '../local/device/shared-files';
import { makeBytes, RealFile } from '../local/testing/bytes';
import { receiveShare } from './receive-share';
import { boardAddress, SHARE_FAULTS, SHARE_TARGET } from './share-target';

let name: string;
const opened: SharedFiles[] = [];
const open = () => {
  const files = new SharedFiles(name);
  opened.push(files);
  return files;
};

beforeEach(() => {
  name = `veld-shared-${newId()}`;
  vi.stubGlobal('File', RealFile);
});
afterEach(() => {
  for (const files of opened.splice(0)) files.close();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const photo = (file: string, length = 2000) => new RealFile([makeBytes(length, length)], file, { type: 'image/jpeg', lastModified: 7 });
/** As the share sheet sends it. */
const shareOf = (...parts: (File | string)[]) => ({
  url: `https://veld.example${SHARE_TARGET.action}`,
  formData: async () => ({ values: () => parts.values() }) as unknown as FormData,
});
const waiting = async () => (await open().waitingFor(null)).map((file) => file.name);
async function ledTo(share: Parameters<typeof receiveShare>[0]): Promise<string> {
  const answer = await receiveShare(share, open);
  expect(answer.status).toBe(303);
  return answer.headers.get('location')!.replace('https://veld.example', '');
}

describe('files from the share sheet', () => {
  it('are stored unchanged and in order before the redirect to the board', async () => {
    const files = [photo('IMG_2.JPG', 3000), photo('IMG_1.JPG', 10)];
    expect(await ledTo(shareOf('a title', ...files))).toBe('/observe/photos');
    expect(await waiting()).toEqual(['IMG_2.JPG', 'IMG_1.JPG']);
    const kept = open();
    const stored = await kept.waitingFor(null);
    await kept.accept(
      stored.map(({ id }) => id),
      'anna',
    );
    for (const [index, { id }] of stored.entries()) {
      const file = await kept.claim(id, 'anna');
      expect(file).toMatchObject({ name: files[index]!.name, type: 'image/jpeg', lastModified: 7 });
      expect(new Uint8Array(await file!.arrayBuffer())).toEqual(new Uint8Array(await files[index]!.arrayBuffer()));
    }
  });

  it('are added to files shared earlier', async () => {
    const now = Date.now();
    vi.spyOn(Date, 'now').mockReturnValue(now - 1000);
    await ledTo(shareOf(photo('monday.jpg')));
    vi.spyOn(Date, 'now').mockReturnValue(now);
    await ledTo(shareOf(photo('tuesday.jpg')));
    expect(await waiting()).toEqual(['monday.jpg', 'tuesday.jpg']);
  });

  it('are stored all or none when the disk is full, and earlier ones are kept', async () => {
    await ledTo(shareOf(photo('before.jpg')));
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const put = IDBObjectStore.prototype.put;
    let room = 3;
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...args) {
      if (--room < 0) throw new DOMException('full', 'QuotaExceededError');
      return put.apply(this, args);
    });
    expect(await ledTo(shareOf(photo('a.jpg'), photo('b.jpg')))).toBe('/observe/photos?share=full');
    vi.restoreAllMocks();
    expect(await waiting()).toEqual(['before.jpg']);
    expect(await open().bytes.count()).toBe(1);
  });

  it('keep the texts sent with them for the question, on one short line', async () => {
    await ledTo(shareOf('Your\u202e prize\n', photo('a.jpg'), 'x'.repeat(500)));
    const [{ words, name: file } = { name: '' }] = await open().waitingFor(null);
    expect(file).toBe('a.jpg');
    expect(words).toMatch(/^Your prize x{50,}$/);
    expect(words).toHaveLength(200);
  });

  it('are refused as a whole beyond the limits, and earlier ones are kept', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    await ledTo(shareOf(photo('before.jpg', 10)));
    const many = Array.from({ length: MAX_SHARED_FILES }, (_, index) => photo(`${index}.jpg`, 10));
    expect(await ledTo(shareOf(...many))).toBe('/observe/photos?share=too_much');
    const huge = Object.defineProperty(photo('huge.jpg', 10), 'size', { value: MAX_SHARED_BYTES });
    expect(await ledTo(shareOf(huge))).toBe('/observe/photos?share=too_much');
    expect(await waiting()).toEqual(['before.jpg']);
    expect(await open().bytes.count()).toBe(1);
  });

  it('of an interrupted request are reported as not stored', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const cut = { ...shareOf(), formData: () => Promise.reject(new TypeError('Failed to fetch')) };
    expect(await ledTo(cut)).toBe('/observe/photos?share=failed');
    expect(await waiting()).toEqual([]);
  });

  it('may be missing, which is reported; an empty file is stored so that the board can name it', async () => {
    expect(await ledTo(shareOf('words alone', new RealFile([], '')))).toBe('/observe/photos?share=empty');
    expect(await ledTo(shareOf(new RealFile([], 'empty.jpg')))).toBe('/observe/photos');
    expect(await waiting()).toEqual(['empty.jpg']);
  });
});

describe('the manifest', () => {
  it('names a screen of the app and every photo type that records accept', () => {
    expect(SCREENS.map(({ path }) => path)).toContain(SHARE_TARGET.action);
    const accept = SHARE_TARGET.params.files.flatMap((field) => field.accept);
    for (const type of MEDIA_TYPES) expect(accept).toContain(type);
    expect(accept.every((type) => /^(image\/(?!\*)|\.hei[cf]$)/.test(type))).toBe(true);
  });

  it('points to addresses the app handles', () => {
    for (const fault of SHARE_FAULTS) expect(new URLSearchParams(boardAddress(fault).split('?')[1]).get('share')).toBe(fault);
  });
});
