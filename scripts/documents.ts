import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { SETTINGS } from '../server/src/config.ts';
import { declaredScreens } from './declared-screens.ts';

/**
 * Checks what pages and comments claim: links, paths, commands, settings, and citations of pages, decisions and fault rows.
 * Returns one sentence per fault.
 */
export function findDocumentFaults(root: string, settings: readonly string[]): string[] {
  const files = filesBelow(root);
  const scripts = scriptsOf(root);
  const addresses = addressesOf(root);
  const faults: string[] = [];
  for (const page of ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md'])
    if (!files.includes(page)) faults.push(`${page} is missing`);
  const rows = new Set([...read(root, 'docs/faults.md').matchAll(/^\| ([CS]\d+) /gm)].map(([, row = '']) => row));
  for (const file of files) {
    if (!CITING.test(file)) continue;
    const text = read(root, file);
    faults.push(...citationFaults(file, file.endsWith('.md') ? text : commentsOf(text), files, rows));
    if (file.endsWith('.md')) faults.push(...pageFaults(root, file, text, { files, scripts, addresses }));
  }
  const decisions = Map.groupBy(
    files.filter((file) => /^docs\/decisions\/\d{4}-/.test(file)),
    (file) => file.slice(0, 'docs/decisions/0000'.length),
  );
  for (const same of decisions.values()) if (same.length > 1) faults.push(`${same.join(' and ')} have the same number`);
  faults.push(...settingFaults(read(root, 'docs/configuration.md'), settings));
  return faults;
}

const CITING = /\.(md|tsx?|mjs|css|sql|html)$/;
const SKIPPED = new Set(['node_modules', 'dist', 'data', 'results', 'coverage', 'output']);

function filesBelow(root: string): string[] {
  const found: string[] = [];
  const add = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isFile()) found.push(relative(root, path).replaceAll('\\', '/'));
      else if (entry.isDirectory() && !SKIPPED.has(entry.name) && !/^\.(?!ci$)/.test(entry.name)) add(path);
    }
  };
  add(root);
  return found;
}

function read(root: string, file: string): string {
  const path = join(root, file);
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

function scriptsOf(root: string): Set<string> {
  const pack = JSON.parse(read(root, 'package.json') || '{}') as { scripts?: Record<string, string> };
  return new Set(Object.keys(pack.scripts ?? {}));
}

/** The addresses of the app's screens, such as `/species/:id`. */
function addressesOf(root: string): string[] {
  return declaredScreens(root)
    .map(({ path }) => path)
    .filter((path) => path.startsWith('/'));
}

/** The comments of a source file, and the pages and decisions that its strings name. */
function commentsOf(text: string): string {
  const comments = text.match(/\/\*[\s\S]*?\*\/|(?<=^|\s)(?:\/\/|--)[^\n]*|\bdocs\/[\w./-]+\.md\b|\bdecision \d{4}\b/g);
  return (comments ?? []).join('\n');
}

/** Pages, decisions and fault rows that a file cites. A page is cited from the root, from docs/, or from the file's own folder or area. */
function citationFaults(file: string, text: string, files: readonly string[], rows: ReadonlySet<string>): string[] {
  const faults: string[] = [];
  for (const [, page = ''] of text.matchAll(/(?<![\w/.<{*-])((?:\.{0,2}\/)?[\w][\w./-]*\.md)\b/g)) {
    const [area = ''] = file.split('/');
    const candidates = [page, join(dirname(file), page), join('docs', page), join(area, page)].map((path) => path.replaceAll('\\', '/'));
    if (!candidates.some((path) => files.includes(path))) faults.push(`${file} cites ${page}, which does not exist`);
  }
  for (const [, number] of text.matchAll(/\bdecisions? (\d[\d.]*\d)\b/gi))
    if (!files.some((other) => other.startsWith(`docs/decisions/${number}-`)))
      faults.push(`${file} cites decision ${number}, which does not exist`);
  for (const [, row = ''] of text.matchAll(/faults\.md\)? ([CS]\d+)/g))
    if (!rows.has(row)) faults.push(`${file} cites row ${row} of docs/faults.md, which does not exist`);
  return faults;
}

/** Top-level folders whose paths are checked when a page names them in code style. */
const AREAS = 'web|server|contract|taxonomy|geography|geometry|docs|scripts|e2e|seed|bench|mobile';

/** Pages with this prefix are shown in the app: their links from the root are addresses of its screens. */
const ARTICLES = 'server/starter/articles/';

interface Targets {
  files: readonly string[];
  scripts: ReadonlySet<string>;
  addresses: readonly string[];
}

function pageFaults(root: string, page: string, text: string, { files, scripts, addresses }: Targets): string[] {
  const faults: string[] = [];
  for (const [, target = '', heading] of text.matchAll(/\]\(([^)\s#]*)(?:#([^)\s]+))?[^)]*\)/g)) {
    const file = target === '' ? page : relative(root, resolve(root, dirname(page), target));
    const isFound =
      page.startsWith(ARTICLES) && target.startsWith('/')
        ? addresses.some((address) => isAt(address, target))
        : /^[a-z]+:/.test(target) || existsSync(join(root, file));
    if (!isFound) faults.push(`${page} links to ${target}, which does not exist`);
    else if (
      heading &&
      file.endsWith('.md') &&
      !/^[a-z]+:/.test(target) &&
      !anchorsOf(file === page ? text : read(root, file)).has(heading)
    )
      faults.push(`${page} links to ${target}#${heading}, a heading that does not exist`);
  }
  for (const [, script = ''] of text.matchAll(/npm run ([a-z][a-z:-]*)/g))
    if (!scripts.has(script)) faults.push(`${page} names npm run ${script}, which does not exist`);
  if (/\/(work|home|root|tmp)\//.test(text)) faults.push(`${page} names a folder of a machine`);
  // A fence such as "```ts contract/src/greetings.ts" describes a file that the reader is about to make.
  const described = new Set([...text.matchAll(/^```\w+ (\S+)/gm)].map(([, path = '']) => path));
  for (const [, path = ''] of text.matchAll(new RegExp(`\`((?:${AREAS})/[\\w./<>{},*-]+)\``, 'g')))
    if (!described.has(path) && !exists(path, files)) faults.push(`${page} names ${path}, which does not exist`);
  for (const [, name] of text.matchAll(/`([\w.-]+\.(?:tsx?|mjs|sql))`/g))
    if (![...files, ...described].some((file) => file === name || file.endsWith(`/${name}`)))
      faults.push(`${page} names ${name}, which does not exist`);
  return faults;
}

/** The anchors that GitHub gives the headings of a page. */
function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of text.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/^#+ (.+)$/gm)) {
    const words = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = words
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-');
    let another = anchor;
    for (let count = 1; anchors.has(another); count++) another = `${anchor}-${count}`;
    anchors.add(another);
  }
  return anchors;
}

/** Whether a link leads to the screen at the address, in which `:name` stands for any segment. */
function isAt(address: string, link: string): boolean {
  const wanted = address.split('/');
  const given = link.replace(/\?.*/, '').split('/');
  return wanted.length === given.length && wanted.every((segment, index) => segment.startsWith(':') || segment === given[index]);
}

/** Whether a file matches the path. `<name>` and `*` match any name, `{a,b}` either; a folder exists when a file is below it. */
function exists(path: string, files: readonly string[]): boolean {
  const pattern = path
    .replace(/\/$/, '')
    .replace(/[.]/g, '\\.')
    .replace(/<[^>]*>|\*/g, '[^/]*')
    .replace(/\{([^}]*)\}/g, (_, list: string) => `(?:${list.replaceAll(',', '|')})`);
  const expression = new RegExp(`^${pattern}(?:/|$)`);
  return files.some((file) => expression.test(file));
}

function settingFaults(text: string, settings: readonly string[]): string[] {
  const faults: string[] = [];
  for (const name of settings) if (!text.includes(`\`${name}\``)) faults.push(`docs/configuration.md does not describe ${name}`);
  for (const [, name = ''] of text.matchAll(/^\| `([A-Z_0-9]+)`/gm))
    if (!settings.includes(name)) faults.push(`docs/configuration.md describes ${name}, which nothing reads`);
  return faults;
}

if (import.meta.main) {
  const faults = findDocumentFaults(resolve(import.meta.dirname, '..'), Object.keys(SETTINGS));
  for (const fault of faults) console.log(fault);
  process.exit(faults.length > 0 ? 1 : 0);
}
