import type { Config } from '../../config.ts';

const PATH = '/.well-known/security.txt';
const VALID_MS = 90 * 86_400_000;

/** The content of security.txt (RFC 9116), which requires a date of expiry. Null without SECURITY_CONTACT. */
export function securityTxt(config: Pick<Config, 'SECURITY_CONTACT' | 'PUBLIC_URL'>, now: Date): string | null {
  if (!config.SECURITY_CONTACT) return null;
  const expires = `${new Date(now.getTime() + VALID_MS).toISOString().slice(0, 10)}T00:00:00Z`;
  const lines = [`Contact: ${config.SECURITY_CONTACT}`, `Expires: ${expires}`];
  if (config.PUBLIC_URL) lines.push(`Canonical: ${new URL(PATH, config.PUBLIC_URL).href}`);
  return `${lines.join('\n')}\n`;
}
