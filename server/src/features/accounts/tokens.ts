import { hash, randomBytes } from 'node:crypto';

const TOKEN = /^Bearer +([A-Za-z0-9_-]{43})$/i;

/** 256 random bits in base64url; only the hash is stored. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function hashToken(token: string): string {
  return hash('sha256', token, 'hex');
}

/** The hash of the Bearer token in a header, or null if there is none of the right form. */
export function bearerHash(authorization: string | undefined): string | null {
  const token = TOKEN.exec(authorization ?? '')?.[1];
  return token ? hashToken(token) : null;
}
