/** The key of an original in the photo store. */
export function originalKey(id: string): string {
  return `originals/${id.slice(0, 2)}/${id}`;
}

/** The key of a companion: the JPEG that the device made from a photo in a format that the server cannot read (HEIC). */
export function companionKey(id: string): string {
  return `companions/${id.slice(0, 2)}/${id}`;
}

/** The key of a display size, of the whole picture or of a crop: upright, without metadata, with `size` pixels on its longest edge. */
export function displayKey(id: string, size: number | string, cropId: string | null = null): string {
  return `display/${id.slice(0, 2)}/${id}/${cropId ? `${cropId}-` : ''}${size}.webp`;
}

/** The photo id in a key, or null if the key has another form. */
export function idOfKey(key: string): string | null {
  return /^(?:originals|companions|display)\/[0-9a-f]{2}\/([0-9a-f-]{36})(?:\/(?:[0-9a-f-]{36}-)?\d+\.webp)?$/.exec(key)?.[1] ?? null;
}

/** The crop id in a key, or null for the whole picture. */
export function cropIdOfKey(key: string): string | null {
  return /\/([0-9a-f-]{36})-\d+\.webp$/.exec(key)?.[1] ?? null;
}
