import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Folders whose code finds controls by the app's texts (`say`, `en` and `enPattern` of e2e/words.ts). */
const FOLDERS = ['e2e', 'bench'];
const CALL = /\b(?:say\(\s*[\w.']+,|en\(|enPattern\()\s*(['`])([a-z_-]+:.+?)\1/g;

/** The keys of texts that browser tests and benchmarks use, each with its file. Computed parts are `${…}`. */
export function findTestTextUses(root: string): { file: string; key: string }[] {
  const files = FOLDERS.flatMap((folder) =>
    existsSync(join(root, folder))
      ? readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`)
      : [],
  );
  return files
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(CALL)].map((match) => ({ file, key: match[2]! })));
}

/** Whether a key from the code, with computed parts as `${…}`, matches one of these. */
export function isKnownText(key: string, known: readonly string[]): boolean {
  const parts = key.split(/\$\{[^}]*\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp(`^${parts.join('\\w+')}$`);
  return known.some((one) => pattern.test(one));
}
