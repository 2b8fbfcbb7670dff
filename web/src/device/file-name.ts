const MAX_LENGTH = 60;

/** The name of a file, without its ending and without signs that some system does not allow. */
export function safeFileName(name: string): string {
  const plain = name
    .replace(/[\\/:*?"<>|]|\p{Cc}/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return plain.replace(/^\.+/, '').slice(0, MAX_LENGTH).toWellFormed().trim() || 'Veld';
}
