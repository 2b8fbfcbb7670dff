import type { ExportFile } from '../local/outbox/files/export';

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
