/** Where the photo store keeps what. By the photo's id, so that no photo shares a file with another person's. */
export function originalKey(id: string): string {
  return `originals/${id.slice(0, 2)}/${id}`;
}

/** A JPEG that the device made of a picture the server cannot read (HEIC). */
export function companionKey(id: string): string {
  return `companions/${id.slice(0, 2)}/${id}`;
}

/** What everybody is shown: no metadata, upright, longest edge `size` pixels. */
export function displayKey(id: string, size: number | string): string {
  return `display/${id.slice(0, 2)}/${id}/${size}.webp`;
}

/** The photo a key belongs to, or null where the key is none of these. */
export function idOfKey(key: string): string | null {
  return /^(?:originals|companions|display)\/[0-9a-f]{2}\/([0-9a-f-]{36})(?:\/\d+\.webp)?$/.exec(key)?.[1] ?? null;
}
