/** Where the photo store keeps what. By the photo's id, so that no photo shares a file with another person's. */
export function originalKey(id: string): string {
  return `originals/${id.slice(0, 2)}/${id}`;
}

/** A JPEG that the device made of a picture the server cannot read (HEIC). */
export function companionKey(id: string): string {
  return `companions/${id.slice(0, 2)}/${id}`;
}

/** What is shown: no metadata, upright, longest edge `size` pixels; of the whole picture, or of a crop of it. */
export function displayKey(id: string, size: number | string, cropId: string | null = null): string {
  return `display/${id.slice(0, 2)}/${id}/${cropId ? `${cropId}-` : ''}${size}.webp`;
}

/** The photo a key belongs to, or null where the key is none of these. */
export function idOfKey(key: string): string | null {
  return /^(?:originals|companions|display)\/[0-9a-f]{2}\/([0-9a-f-]{36})(?:\/(?:[0-9a-f-]{36}-)?\d+\.webp)?$/.exec(key)?.[1] ?? null;
}

/** The crop a key belongs to, or null where it is of the whole picture. */
export function cropIdOfKey(key: string): string | null {
  return /\/([0-9a-f-]{36})-\d+\.webp$/.exec(key)?.[1] ?? null;
}
