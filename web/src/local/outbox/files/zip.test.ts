import { zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeBytes, RealBlob } from '../../testing/bytes';
import { unzip, ZipDamaged, zipEntries, ZipTooLarge } from './zip';

beforeEach(() => vi.stubGlobal('Blob', RealBlob));
afterEach(() => vi.unstubAllGlobals());

const LIMITS = { entries: 10, entryBytes: 1_000_000, totalBytes: 2_000_000 };
const archiveOf = (bytes: Uint8Array) => new RealBlob([bytes as Uint8Array<ArrayBuffer>]);
const read = async (archive: Blob) =>
  Promise.all([...(await unzip(archive, LIMITS))].map(async ([name, blob]) => [name, new Uint8Array(await blob.arrayBuffer())]));

describe('an archive', () => {
  it('is read byte for byte, also if a photo contains the signatures of a zip', async () => {
    const photo = makeBytes(300_000);
    for (const [index, signature] of [0x04034b50, 0x08074b50, 0x02014b50, 0x06054b50].entries())
      new DataView(photo.buffer).setUint32(70_000 * (index + 1), signature, true);
    const text = new TextEncoder().encode('{"a": 1}');
    const archive = await zipEntries([
      { name: 'records.json', blob: new RealBlob([text]) },
      { name: 'photos/one.jpg', blob: new RealBlob([photo]) },
    ]);
    expect(await read(archive)).toEqual([
      ['records.json', text],
      ['photos/one.jpg', photo],
    ]);
  });

  it('of another program is read, with comments and extra fields of its entries', async () => {
    const [first, second] = [new TextEncoder().encode('one'), new TextEncoder().encode('two')];
    const archive = zipSync({
      'a.json': [first, { comment: 'from a file manager', extra: { 0x7075: new Uint8Array([1, 2, 3]) } }],
      'b.json': [second, { comment: 'x' }],
    });
    expect(await read(archiveOf(archive))).toEqual([
      ['a.json', first],
      ['b.json', second],
    ]);
  });

  it('is refused before more than the limits is unpacked, whatever size it declares', async () => {
    const zeros = zipSync({ 'records.json': new Uint8Array(50_000_000) });
    expect(zeros.length).toBeLessThan(100_000);
    await expect(unzip(archiveOf(zeros), LIMITS)).rejects.toBeInstanceOf(ZipTooLarge);

    const lying = zeros.slice();
    const directory = new DataView(lying.buffer).getUint32(lying.length - 6, true);
    new DataView(lying.buffer).setUint32(directory + 24, 10, true);
    let made = 0;
    vi.stubGlobal(
      'Blob',
      class extends RealBlob {
        constructor(parts?: BlobPart[]) {
          super(parts);
          made += this.size;
        }
      },
    );
    await expect(unzip(archiveOf(lying), LIMITS)).rejects.toBeInstanceOf(ZipTooLarge);
    expect(made).toBeLessThan(20_000_000);
  });

  it('is refused if its entries are too many, or too large together', async () => {
    const many = Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`${index}.json`, new Uint8Array(1)]));
    await expect(unzip(archiveOf(zipSync(many)), LIMITS)).rejects.toBeInstanceOf(ZipTooLarge);
    const large = Object.fromEntries(Array.from({ length: 3 }, (_, index) => [`${index}.json`, new Uint8Array(900_000)]));
    await expect(unzip(archiveOf(zipSync(large)), LIMITS)).rejects.toBeInstanceOf(ZipTooLarge);
    const twice = Object.fromEntries(Object.entries(large).slice(0, 2));
    expect((await unzip(archiveOf(zipSync(twice)), LIMITS)).size).toBe(2);
  });

  it('is damaged if compressed bytes make no sense, even those after the declared size', async () => {
    // A block of 16,000 bytes, empty blocks, and a block of a type that does not exist.
    const length = 16_000;
    const packed = new Uint8Array([0, length & 0xff, length >> 8, ~length & 0xff, (~length >> 8) & 0xff, ...makeBytes(length)]);
    const nonsense = new Uint8Array([...packed, ...new Uint8Array(500), 7, 7, 7, 7]);
    const archive = zipSync({ 'records.json': [nonsense, { level: 0 }] });
    const view = new DataView(archive.buffer);
    const directory = view.getUint32(archive.length - 6, true);
    view.setUint16(directory + 10, 8, true);
    view.setUint32(directory + 24, length, true);
    await expect(unzip(archiveOf(archive), LIMITS)).rejects.toBeInstanceOf(ZipDamaged);
  });

  it('is damaged if it is cut anywhere, or is something else', async () => {
    const whole = zipSync({ 'records.json': makeBytes(5000), 'photos/one.jpg': [makeBytes(5000), { level: 0 }] });
    for (const length of [0, 1, 21, 3000, whole.length - 1])
      await expect(unzip(archiveOf(whole.slice(0, length)), LIMITS), String(length)).rejects.toBeInstanceOf(ZipDamaged);
    await expect(unzip(archiveOf(new TextEncoder().encode('plain text, long enough for an end')), LIMITS)).rejects.toBeInstanceOf(
      ZipDamaged,
    );
    const shortened = zipSync({ 'records.json': makeBytes(5000) });
    const directory = new DataView(shortened.buffer).getUint32(shortened.length - 6, true);
    new DataView(shortened.buffer).setUint32(directory + 20, 100, true);
    await expect(unzip(archiveOf(shortened), LIMITS)).rejects.toBeInstanceOf(ZipDamaged);
  });
});
