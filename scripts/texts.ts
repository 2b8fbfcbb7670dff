// What follows from the English texts. Without a command: the types, and the files of the other languages without the texts that English no
// longer has, in its order. `missing` lists what a language lacks.
import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { LANGUAGES } from '../contract/src/vocabulary.ts';
import { appNamespaces, languageFile, type Namespace, namespacesIn, readTexts, type Tree } from './texts/catalogue.ts';
import { orderLikeEnglish } from './texts/in-order.ts';
import { TYPES, renderTypes } from './texts/types.ts';
import { findUses } from './translation-uses.ts';
import { checkTranslations, countMissing, readEqualTexts } from './translations.ts';

const root = resolve(import.meta.dirname, '..');
const [command, language] = parseArgs({ allowPositionals: true }).positionals;

if (command === undefined) update();
else if (command === 'missing' && (language === undefined || LANGUAGES.some((one) => one === language))) await listMissing(language);
else {
  console.error('Usage: npm run texts, or npm run texts -- missing [language]');
  process.exit(1);
}

function update(): void {
  writeFileSync(join(root, TYPES), renderTypes(appNamespaces(root)));
  for (const other of LANGUAGES.filter((one) => one !== 'en'))
    for (const namespace of namespacesIn(root, other)) {
      const english = readTexts(root, namespace, 'en');
      if (english === null) console.log(`${languageFile(namespace, other)} has no English file.`);
      else keepKnown(namespace, other, english);
    }
}

function keepKnown(namespace: Namespace, other: string, english: Tree): void {
  const texts = readTexts(root, namespace, other) ?? {};
  const known = orderLikeEnglish(english, texts);
  if (JSON.stringify(known) === JSON.stringify(texts)) return;
  writeFileSync(join(root, languageFile(namespace, other)), `${JSON.stringify(known, null, 2)}\n`);
  console.log(`${languageFile(namespace, other)} has the texts and the order of the English file.`);
}

/** Prints what is missing by file, each key with its English text and a place where the code uses it. */
async function listMissing(wanted: string | undefined): Promise<void> {
  const { missing } = await checkTranslations(root, readEqualTexts(root));
  const shown = missing.filter((text) => wanted === undefined || text.language === wanted);
  const { places } = await findUses(root, appNamespaces(root));
  for (const [file, texts] of Object.entries(Object.groupBy(shown, (text) => languageFile(text.namespace, text.language)))) {
    console.log(`\n${file}${existsSync(join(root, file)) ? '' : ' (new)'}`);
    for (const { namespace, key, english } of texts ?? []) {
      const place = placeOf(`${namespace.name}:${key}`, places);
      console.log(`  ${key}: ${JSON.stringify(english)}${place === null ? '' : `\n    ${place}`}`);
    }
  }
  console.log(`\n${countMissing(shown)}${wanted === undefined ? '' : `. Terms: docs/glossary/${wanted}.md`}`);
}

/** Where a key is used, by itself or as one of those with a prefix; null where it is kept as data. */
function placeOf(key: string, places: ReadonlyMap<string, string>): string | null {
  const exact = places.get(key) ?? places.get(key.replace(/_\w+$/, ''));
  if (exact !== undefined) return exact;
  const prefix = [...places.keys()].filter((one) => key.startsWith(one)).sort((a, b) => b.length - a.length)[0];
  return prefix === undefined ? null : (places.get(prefix) ?? null);
}
