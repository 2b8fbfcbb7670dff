/** A version 4 UUID. Without HTTPS, browsers have no `crypto.randomUUID` but do have random bytes. */
export function newId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  return formatUuid(formatHex(crypto.getRandomValues(new Uint8Array(16))));
}

/** A version 4 UUID from the first 32 of these hexadecimal digits. */
export function formatUuid(hex: string): string {
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
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
export async function hashSha256(bytes: ArrayBuffer): Promise<string> {
  if (!crypto.subtle) throw new NeedsSecureOrigin('Photos can be added only over HTTPS');
  return formatHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

/** Lower-case hexadecimal digits. */
export function formatHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
