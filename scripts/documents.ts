import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { SETTINGS } from '../server/src/config.ts';

/** What documents may not do: link to nothing, forget a setting, or name a machine or another origin's registry. */
export function findDocumentFaults(root: string, settings: readonly string[]): string[] {
  const faults: string[] = [];
  const pages = [
    'README.md',
    'CONTRIBUTING.md',
    'CHANGELOG.md',
    'SECURITY.md',
    ...markdownBelow(root, 'docs'),
    ...markdownBelow(root, 'taxonomy'),
    ...markdownBelow(root, 'server/starter'),
  ];
  for (const page of pages) {
    const path = join(root, page);
    if (!existsSync(path)) {
      faults.push(`${page} is not there`);
      continue;
    }
    const text = readFileSync(path, 'utf8');
    for (const [, target] of text.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)) {
      if (/^[a-z]+:/.test(target!)) continue;
      if (!existsSync(resolve(dirname(path), target!))) faults.push(`${page} links to ${target}, which is not there`);
    }
    for (const [, script] of text.matchAll(/npm run ([a-z]+)/g)) {
      const pack = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
      if (pack.scripts[script!] === undefined) faults.push(`${page} names npm run ${script}, which does not exist`);
    }
    if (/\/(work|home|root|tmp)\//.test(text)) faults.push(`${page} names a folder of a machine`);
  }
  const configuration = join(root, 'docs/configuration.md');
  const text = existsSync(configuration) ? readFileSync(configuration, 'utf8') : '';
  for (const name of settings) if (!text.includes(`\`${name}\``)) faults.push(`docs/configuration.md does not say what ${name} is`);
  for (const [, name] of text.matchAll(/^\| `([A-Z_0-9]+)`/gm))
    if (!settings.includes(name!)) faults.push(`docs/configuration.md tells of ${name}, which nothing reads`);
  return faults;
}

function markdownBelow(root: string, folder: string): string[] {
  const path = join(root, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md') && !entry.parentPath.includes('node_modules'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

if (import.meta.main) {
  const faults = findDocumentFaults(resolve(import.meta.dirname, '..'), Object.keys(SETTINGS));
  for (const fault of faults) console.log(fault);
  process.exit(faults.length > 0 ? 1 : 0);
}
