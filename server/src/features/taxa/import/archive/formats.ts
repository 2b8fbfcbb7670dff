import { markedEncoding } from '../rows/decode.ts';

/** Formats that are recognised by their first bytes, and cannot be imported. Their names are the same in every language. */
const SIGNATURES: readonly [name: string, bytes: string][] = [
  ['PDF', '%PDF'],
  ['RAR', 'Rar!\x1a\x07'],
  ['7-Zip', '7z\xbc\xaf\x27\x1c'],
  ['xz', '\xfd7zXZ\x00'],
  ['bzip2', 'BZh'],
  ['Zstandard', '\x28\xb5\x2f\xfd'],
  ['Excel 97 (xls)', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
  ['Access', '\x00\x01\x00\x00Standard '],
  ['SQLite', 'SQLite format 3\x00'],
  ['Parquet', 'PAR1'],
  ['RTF', '{\\rtf'],
  ['PNG', '\x89PNG'],
  ['JPEG', '\xff\xd8\xff'],
  ['GIF', 'GIF8'],
  ['TIFF', 'II*\x00'],
  ['TIFF', 'MM\x00*'],
  ['zip', 'PK\x03\x04'],
  ['gzip', '\x1f\x8b'],
];
/** Text that is no table, by its beginning without white space. */
const TEXTS: readonly [name: string, beginning: RegExp][] = [
  ['HTML', /^<(?:!doctype html|html|head|body)\b/i],
  ['XML', /^<(?:\?xml|[a-z][\w:.-]*[\s/>])/i],
  ['NEXUS', /^#nexus\b/i],
  ['Newick', /^\([^;\n]*\)[^;,\t\n]*;\s*$/],
  ['YAML', /^(?:---\s*\n|\w+:\s*\n\s*- )/],
  ['TextTree', /^\p{Lu}[^\t,;|\n]* \[\w+\]\s*\n {2,}/u],
  ['JSON', /^(?:\{\s*(?:"|\})|\[\s*[[{"\]\d])/],
];

/** The name of the format of a file that is no table of text, by its first bytes; null for text, `''` for unknown binary data. */
export function foreignFormat(head: Buffer): string | null {
  const latin = head.toString('latin1');
  const signature = SIGNATURES.find(([, bytes]) => latin.startsWith(bytes));
  if (signature) return signature[0];
  const encoding = markedEncoding(head);
  if (encoding === null && head.includes(0)) return '';
  const text = new TextDecoder(encoding ?? 'utf-8')
    .decode(head)
    .replace(/^\uFEFF/, '')
    .trimStart();
  return TEXTS.find(([, beginning]) => beginning.test(text))?.[0] ?? null;
}

/** Formats that are zips, by a file in them. */
const ZIPPED: readonly [name: string, file: string][] = [
  ['Excel (xlsx)', 'xl/workbook.xml'],
  ['Excel (xlsb)', 'xl/workbook.bin'],
  ['Word (docx)', 'word/document.xml'],
  ['OpenDocument', 'META-INF/manifest.xml'],
  ['KMZ', 'doc.kml'],
];

/** The name of the format of a zip that is a document of another program; null for other zips. */
export function foreignZip(names: readonly string[]): string | null {
  return ZIPPED.find(([, file]) => names.includes(file))?.[0] ?? null;
}
