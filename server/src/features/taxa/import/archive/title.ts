import { parse } from 'yaml';
import { type FaultList, ImportStopped } from '../faults.ts';
import type { ImportLimits } from '../limits.ts';
import type { Archive, ArchiveFile } from './archive-file.ts';
import { readSmallText, readXml } from './xml.ts';

const MAX_TITLE_LENGTH = 300;

/**
 * The title of a data set: from its EML, else from `metadata.yaml` or `metadata.json`; null if there is none. A description that
 * cannot be read is a warning, because the tables do not need it.
 */
export async function readTitle(archive: Archive, emlName: string, limits: ImportLimits, faults: FaultList): Promise<string | null> {
  const named = (pattern: RegExp) => archive.files.find(({ name }) => pattern.test(name));
  const sources = [
    { file: archive.files.find(({ name }) => name === emlName), read: titleInEml },
    // JSON is a part of YAML.
    { file: named(/^metadata\.(?:ya?ml|json)$/i), read: titleInYaml },
  ];
  for (const { file, read } of sources) {
    if (!file) continue;
    try {
      const title = (await read(file, limits)).replace(/\s+/g, ' ').trim().slice(0, MAX_TITLE_LENGTH);
      if (title !== '') return title;
    } catch (error) {
      if (!(error instanceof ImportStopped)) throw error;
      const { line, column_number } = error.fault;
      faults.warn('metadata', { file: file.name, line, column_number });
    }
  }
  return null;
}

async function titleInEml(file: ArchiveFile, limits: ImportLimits): Promise<string> {
  const path: string[] = [];
  let title = '';
  await readXml(file, limits, (parser) => {
    parser.on('opentag', (tag) => void path.push(tag.local));
    parser.on('closetag', () => void path.pop());
    parser.on('text', (text) => {
      if (path.length === 3 && path[1] === 'dataset' && path[2] === 'title' && title.length < 500) title += text;
    });
  });
  return title;
}

async function titleInYaml(file: ArchiveFile, limits: ImportLimits): Promise<string> {
  const text = await readSmallText(file, limits);
  let content: unknown;
  try {
    // Aliases could expand to more than fits into memory.
    content = parse(text, { maxAliasCount: 0, logLevel: 'error' });
  } catch (error) {
    const [place] = (error as { linePos?: { line: number; col: number }[] }).linePos ?? [];
    throw new ImportStopped('metadata', { file: file.name, line: place?.line ?? null, column_number: place?.col ?? null });
  }
  const title = typeof content === 'object' && content !== null && 'title' in content ? content.title : null;
  return typeof title === 'string' ? title : '';
}
