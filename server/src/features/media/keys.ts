/** Keys of the photo store. Each contains the photo's id, so no two people share a file. */
export function originalKey(id: string): string {
  return `originals/${id.slice(0, 2)}/${id}`;
}

/** The JPEG that the device made from a picture the server cannot read (HEIC). */
export function companionKey(id: string): string {
  return `companions/${id.slice(0, 2)}/${id}`;
}

/** A display size: no metadata, upright, longest edge `size` pixels; of the whole picture or of a crop. */
export function displayKey(id: string, size: number | string, cropId: string | null = null): string {
  return `display/${id.slice(0, 2)}/${id}/${cropId ? `${cropId}-` : ''}${size}.webp`;
}

/** The photo of a key, or null where the key has another form. */
export function idOfKey(key: string): string | null {
  return /^(?:originals|companions|display)\/[0-9a-f]{2}\/([0-9a-f-]{36})(?:\/(?:[0-9a-f-]{36}-)?\d+\.webp)?$/.exec(key)?.[1] ?? null;
}

/** The crop of a key, or null for the whole picture. */
export function cropIdOfKey(key: string): string | null {
  return /\/([0-9a-f-]{36})-\d+\.webp$/.exec(key)?.[1] ?? null;
}
