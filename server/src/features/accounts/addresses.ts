/**
 * The unique form of an email address: NFC, trimmed, lower case, without a trailing dot of the domain. Rate limits count by it, so
 * another spelling is no way around them.
 */
export function emailKey(email: string): string {
  return email.normalize('NFC').trim().toLowerCase().replace(/\.+$/, '');
}
