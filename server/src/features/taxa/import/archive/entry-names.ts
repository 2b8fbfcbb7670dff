import { validateFileName } from 'yauzl';
import { ImportStopped } from '../faults.ts';

/** The name of an entry with forward slashes. Throws an `ImportStopped` if it could be a path outside the archive. */
export function checkedName(raw: string, shownName: string): string {
  const name = raw.replaceAll('\\', '/').replace(/^(?:\.\/)+(?=.)/, '');
  // eslint-disable-next-line no-control-regex
  if (name === '' || validateFileName(name) !== null || /[\u0000-\u001f]/.test(name))
    throw new ImportStopped('unsafe_name', { file: shownName, value: name });
  return name;
}

/** Whether an entry is a folder, or a file that operating systems hide. */
export function isLeftOut(name: string): boolean {
  return name.endsWith('/') || name.startsWith('__MACOSX/') || /(^|\/)\.[^/]*$/.test(name);
}

/** The folder that contains all files, such as `checklist/`; empty if there is none. */
export function commonFolder(names: string[]): string {
  const first = names[0] ?? '';
  const at = first.indexOf('/') + 1;
  const folder = first.slice(0, at);
  return at > 0 && names.every((name) => name.startsWith(folder)) ? folder : '';
}
