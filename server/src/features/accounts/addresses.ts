/**
 * The canonical form of an email address: NFC, trimmed, lower case, without trailing dots. Rate limits use it as their key, so that
 * another spelling does not bypass them.
 */
export function emailKey(email: string): string {
  return email.normalize('NFC').trim().toLowerCase().replace(/\.+$/, '');
}
