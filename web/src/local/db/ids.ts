/** A version 4 UUID. Without HTTPS, browsers have no `crypto.randomUUID` but do have random bytes. */
export function newId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = hexOf(bytes);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** 256 random bits in base64url, for a secret of which the server stores only the hash. */
export function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** Browsers offer hashing only over HTTPS and on localhost. */
export class NeedsSecureOrigin extends Error {
  override readonly name = 'NeedsSecureOrigin';
}

/** SHA-256 as 64 lower-case hexadecimal digits. */
export async function sha256Of(bytes: ArrayBuffer): Promise<string> {
  if (!crypto.subtle) throw new NeedsSecureOrigin('Photos can be added only over HTTPS');
  return hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
