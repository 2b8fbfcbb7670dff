import { validateFileName } from 'yauzl';
import { ImportStopped } from '../faults.ts';

/** The name of an entry with forward slashes. Throws an `ImportStopped` if it could be a path outside the archive. */
export function checkedName(raw: string, shownName: string): string {
  const name = raw.replaceAll('\\', '/').replace(/^(?:\.\/)+(?=.)/, '');
  // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
  if (name === '' || validateFileName(name) !== null || /[\u0000-\u001f]/.test(name))
    throw new ImportStopped('unsafe_name', { file: shownName, value: name });
  return name;
}

/** Whether an entry is a folder, or a file that operating systems hide. */
export function isLeftOut(name: string): boolean {
  return name.endsWith('/') || name.startsWith('__MACOSX/') || /(^|\/)\.[^/]*$/.test(name);
}

/** The innermost folder that contains all files, such as `export/checklist/`; empty if there is none. */
export function commonFolder(names: string[]): string {
  const [first = ''] = names;
  let folder = '';
  for (;;) {
    const next = first.slice(0, first.indexOf('/', folder.length) + 1);
    if (next.length <= folder.length || !names.every((name) => name.startsWith(next))) return folder;
    folder = next;
  }
}
