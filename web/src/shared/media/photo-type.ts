import type { DeclaredMedia } from '@veld/contract';

const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'];

/** The type of a photo by its bytes, regardless of file name and type; null for unsupported files. */
export function detectPhotoType(bytes: Uint8Array): DeclaredMedia['type'] | null {
  const letters = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg';
  if (bytes[0] === 0x89 && letters(1, 8) === 'PNG\r\n\u001a\n') return 'image/png';
  if (letters(0, 4) === 'RIFF' && letters(8, 12) === 'WEBP') return 'image/webp';
  if (letters(4, 8) !== 'ftyp') return null;
  const length = Math.min(new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0), bytes.length, 256);
  const brands = [letters(8, 12)];
  for (let at = 16; at + 4 <= length; at += 4) brands.push(letters(at, at + 4));
  if (brands.some((brand) => brand === 'avif' || brand === 'avis')) return 'image/avif';
  return brands.some((brand) => HEIC_BRANDS.includes(brand)) ? 'image/heic' : null;
}
