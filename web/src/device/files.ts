import type { ExportFile } from '../local/outbox/files/export';

const MAX_LENGTH = 60;

/** The name of a file, without its ending and without signs that some system does not allow. */
export function safeFileName(name: string): string {
  const plain = name
    .replace(/[\\/:*?"<>|]|\p{Cc}/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return plain.replace(/^\.+/, '').slice(0, MAX_LENGTH).toWellFormed().trim() || 'Veld';
}

/** Downloads files one after another. */
export function saveFiles(files: readonly ExportFile[]): void {
  for (const { name, blob } of files) {
    const url = URL.createObjectURL(blob);
    const link = document.createElement('a');
    link.href = url;
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  }
}

/** The forms of a file that a share sheet may take: Chromium refuses most types, but any file of plain text. */
function formsOf({ name, blob }: ExportFile): File[] {
  return [new File([blob], name, { type: blob.type }), new File([blob], `${name}.txt`, { type: 'text/plain' })];
}

function shareable(file: ExportFile): File | undefined {
  if (typeof navigator.canShare !== 'function') return undefined;
  return formsOf(file).find((form) => navigator.canShare({ files: [form] }));
}

/** Whether the system's share sheet takes this file. */
export function canShareFile(file: ExportFile): boolean {
  return shareable(file) !== undefined;
}

/** Opens the system's share sheet, right after a tap. False if the person closed it. Throws if it takes no such file, or fails. */
export async function shareFile(file: ExportFile): Promise<boolean> {
  const form = shareable(file);
  if (!form) throw new Error('This file cannot be shared');
  try {
    await navigator.share({ files: [form], title: file.name });
    return true;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return false;
    throw error;
  }
}

/**
 * Opens the system's share sheet for an address, right after a tap, or copies it where there is none. Resolves with what happened; throws
 * if the address could not be copied.
 */
export async function shareLink(title: string, url: string): Promise<'shared' | 'closed' | 'copied'> {
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share({ title, url });
      return 'shared';
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'closed';
      // A browser without any app to share with refuses.
    }
  }
  await navigator.clipboard.writeText(url);
  return 'copied';
}
