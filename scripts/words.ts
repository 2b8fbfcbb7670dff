import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles, type StructureBreach } from './structure.ts';

/** Words that docs/glossary.md has another word for, in paths and exported names. */
const OTHER_WORDS: readonly [word: RegExp, right: string][] = [
  [/sighting/i, 'record'],
  [/announcement/i, 'toast for a message of the administrators'],
  [/gamification/i, 'motivation'],
  [/favou?rite/i, 'wanted, pinned or followed'],
];
/** Names of files and folders that say nothing about what is in them. */
const EMPTY_NAME = /(^|[/-])(utils?|helpers?|common|misc|managers?|old|new|v2)(\.tsx?|\/)/i;
/** English in itself: "is one of". */
const OF_NAMES = new Set(['isOneOf']);
const EXPORTED = /^export (?:default )?(?:async )?(?:abstract )?(?:function|const|class|interface|type) (\w+)/gm;
/** Steps of the database that have run keep their names, as do texts, whose words translators choose. */
const KEPT = /\/migrations\/|\/released-databases\/|\/i18n\/|\/texts\/|^docs\//;

/** Checks paths and exported names against the glossary: one word for a thing, and a verb for what a function does. */
export function findWordBreaches(root: string, files = listFiles(root)): StructureBreach[] {
  return files.filter((file) => /\.tsx?$/.test(file) && !KEPT.test(file)).flatMap((file) => breachesOf(root, file));
}

function breachesOf(root: string, file: string): StructureBreach[] {
  const breaches: StructureBreach[] = [];
  if (EMPTY_NAME.test(file)) breaches.push({ file, rule: 'has a name that does not say what is in it' });
  for (const [word, right] of OTHER_WORDS) if (word.test(file)) breaches.push({ file, rule: `has another word in its path than ${right}` });
  for (const [, name = ''] of readFileSync(join(root, file), 'utf8').matchAll(EXPORTED)) {
    if (/^[a-z]\w*Of$/.test(name) && !OF_NAMES.has(name)) breaches.push({ file, rule: `exports ${name}, which does not say what is done` });
    for (const [word, right] of OTHER_WORDS) if (word.test(name)) breaches.push({ file, rule: `exports ${name}; the word is ${right}` });
  }
  return breaches;
}
