import { type Crop, normalCrop } from '@veld/contract';
import type { FormPhoto } from '../form-values';

/** Moves a photo to another position, clamped to the ends. */
export function moved(media: readonly FormPhoto[], id: string, to: number): FormPhoto[] {
  const photo = media.find((one) => one.id === id);
  if (!photo) return [...media];
  const others = media.filter((one) => one.id !== id);
  return others.toSpliced(Math.min(Math.max(to, 0), others.length), 0, photo);
}

export function changed(media: readonly FormPhoto[], id: string, patch: Partial<FormPhoto>): FormPhoto[] {
  return media.map((photo) => (photo.id === id ? { ...photo, ...patch } : photo));
}

/** Puts a removed photo back at its position, unless it is in the list already. */
export function putBack(media: readonly FormPhoto[], photo: FormPhoto, at: number): FormPhoto[] {
  if (media.some((one) => one.id === photo.id)) return [...media];
  return media.toSpliced(Math.min(at, media.length), 0, photo);
}

/** The largest square within a crop, around its centre. */
export function squareIn(crop: Crop | null | undefined, width: number, height: number): Crop | null {
  const from = crop ?? { x: 0, y: 0, width: 1, height: 1 };
  const side = Math.min(from.width * width, from.height * height);
  const [across, down] = [side / width, side / height];
  return normalCrop({
    x: from.x + (from.width - across) / 2,
    y: from.y + (from.height - down) / 2,
    width: across,
    height: down,
  });
}

/** Whether a crop is square, within the precision of crops. */
export function isSquare(crop: Crop | null | undefined, width: number, height: number): boolean {
  const { width: across, height: down } = crop ?? { width: 1, height: 1 };
  return Math.abs(across * width - down * height) <= Math.max(width, height) * 0.0002;
}
