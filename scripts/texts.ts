// What follows from the English texts. Without a command: the types, and the files of the other languages without the texts that English no
// longer has, in its order. `missing` lists what a language lacks.
import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { LANGUAGES } from '../contract/src/vocabulary.ts';
import { namesIn, readTexts, TEXTS } from './texts/catalogue.ts';
import { inOrderOf } from './texts/in-order.ts';
import { TYPES, typesOf } from './texts/types.ts';
import { findUses } from './translation-uses.ts';
import { checkTranslations, countMissing, type MissingText, readEqualTexts } from './translations.ts';

const root = resolve(import.meta.dirname, '..');
const namespaces = namesIn(join(root, TEXTS, 'en'));
const [command, language] = parseArgs({ allowPositionals: true }).positionals;

if (command === undefined) update();
else if (command === 'missing' && (language === undefined || LANGUAGES.some((one) => one === language))) await listMissing(language);
else {
  console.error('Usage: npm run texts, or npm run texts -- missing [language]');
  process.exit(1);
}

function update(): void {
  writeFileSync(join(root, TYPES), typesOf(namespaces));
  for (const other of LANGUAGES.filter((one) => one !== 'en'))
    for (const namespace of namesIn(join(root, TEXTS, other))) {
      const texts = readTexts(root, other, namespace)!;
      const english = readTexts(root, 'en', namespace);
      if (english === null) console.log(`There is no en/${namespace}, so ${other}/${namespace} is of no use.`);
      else writeIfChanged(other, namespace, JSON.stringify(texts), inOrderOf(english, texts));
    }
}

function writeIfChanged(other: string, namespace: string, before: string, texts: object): void {
  if (JSON.stringify(texts) === before) return;
  writeFileSync(join(root, TEXTS, other, `${namespace}.json`), `${JSON.stringify(texts, null, 2)}\n`);
  console.log(`${TEXTS}/${other}/${namespace}.json has only texts that English has now.`);
}

/** Prints what is missing by file, each key with its English text and a place where the code uses it. */
async function listMissing(wanted: string | undefined): Promise<void> {
  const { missing } = await checkTranslations(root, readEqualTexts(root));
  const shown = missing.filter((text) => wanted === undefined || text.language === wanted);
  const { places } = await findUses(root, namespaces);
  for (const [file, texts] of Object.entries(Object.groupBy(shown, fileOf))) {
    console.log(`\n${file}${existsSync(join(root, file)) ? '' : ' (new)'}`);
    for (const { namespace, key, english } of texts!) {
      const place = placeOf(`${namespace}:${key}`, places);
      console.log(`  ${key}: ${JSON.stringify(english)}${place === null ? '' : `\n    ${place}`}`);
    }
  }
  console.log(`\n${countMissing(shown)}${wanted === undefined ? '' : `. Terms: docs/glossary/${wanted}.md`}`);
}

function fileOf({ language: other, namespace }: MissingText): string {
  return `${TEXTS}/${other}/${namespace}.json`;
}

/** Where a key is used, by itself or as one of those with a prefix; null where it is kept as data. */
function placeOf(key: string, places: ReadonlyMap<string, string>): string | null {
  const exact = places.get(key) ?? places.get(key.replace(/_\w+$/, ''));
  if (exact !== undefined) return exact;
  const prefix = [...places.keys()].filter((one) => key.startsWith(one)).sort((a, b) => b.length - a.length)[0];
  return prefix === undefined ? null : places.get(prefix)!;
}
