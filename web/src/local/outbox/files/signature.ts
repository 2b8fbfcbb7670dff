import { formatHex } from '../../db/ids';

const ALGORITHM = { name: 'HMAC', hash: 'SHA-256' } as const;

/** Signs an export with the key of the account. Null where browsers can't sign: without HTTPS. */
export async function signExport(key: string, bytes: ArrayBuffer): Promise<string | null> {
  if (!crypto.subtle) return null;
  return formatHex(new Uint8Array(await crypto.subtle.sign(ALGORITHM, await importKey(key), bytes)));
}

/** Whether `signature` was made with this key for these bytes. */
export async function verifySignature(key: string, bytes: ArrayBuffer, signature: string): Promise<boolean> {
  if (!crypto.subtle || !/^[0-9a-f]{64}$/.test(signature)) return false;
  const given = Uint8Array.from(signature.match(/../g)!, (digits) => Number.parseInt(digits, 16));
  return crypto.subtle.verify(ALGORITHM, await importKey(key), given, bytes);
}

function importKey(key: string): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', new TextEncoder().encode(key), ALGORITHM, false, ['sign', 'verify']);
}
