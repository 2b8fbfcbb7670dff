/**
 * What makes a mail address unique: NFC, trimmed, lower case, without the dot that may end a domain. Also what limits count
 * by, so that no spelling of an address is counted apart.
 */
export function emailKey(email: string): string {
  return email.normalize('NFC').trim().toLowerCase().replace(/\.+$/, '');
}
