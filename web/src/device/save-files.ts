import type { ExportFile } from '../local/outbox/files/export';

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
