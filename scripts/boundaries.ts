import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { FEATURES } from '../contract/src/features.ts';

/** Who may import whom, computed from the tree (docs/architecture.md). Prints what breaks a rule; exit 1 then. */
export interface Breach {
  file: string;
  imports: string;
  rule: string;
}

/** The features in order; one list for the server and the web app. */
const FEATURE_ORDER = Object.keys(FEATURES);
const SERVER_LOW = ['db', 'http', 'jobs', 'mail', 'files'];
const WEB_LOW = ['local', 'device', 'ui', 'i18n', 'worker'];

const IMPORT = /(?:\bimport\s*\(\s*|\bfrom\s+|\bimport\s+|new URL\(\s*)(['"])([^'"\n]+)\1/g;

export function findBreaches(root: string): Breach[] {
  const files = ['contract/src', 'taxonomy/src', 'server/src', 'web/src', 'seed', 'bench', 'e2e'].flatMap((folder) =>
    sources(join(root, folder)),
  );
  const breaches: Breach[] = [];
  const graph = new Map<string, string[]>();
  for (const file of files) {
    const name = relative(root, file).replaceAll('\\', '/');
    const targets: string[] = [];
    for (const imported of importsOf(readFileSync(file, 'utf8'))) {
      const target = imported.startsWith('.')
        ? relative(root, resolveFile(resolve(dirname(file), imported))).replaceAll('\\', '/')
        : imported;
      if (imported.startsWith('.')) targets.push(target);
      const rule = ruleAgainst(name, target, imported.startsWith('.'));
      if (rule) breaches.push({ file: name, imports: target, rule });
    }
    graph.set(name, targets);
  }
  for (const circle of findCircles(graph))
    breaches.push({ file: circle[0]!, imports: circle.slice(1).join(' → '), rule: 'imports run in a circle' });
  return breaches;
}

function sources(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.parentPath.includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name));
}

function importsOf(text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/[^\n]*/g, '$1');
  return [...code.matchAll(IMPORT)].map((match) => match[2]!).filter((path) => path.startsWith('.') || /^[@a-z]/.test(path));
}

function resolveFile(path: string): string {
  const clean = path.replace(/\?.*$/, '');
  for (const candidate of [clean, `${clean}.ts`, `${clean}.tsx`, `${clean}/index.ts`])
    if (existsSync(candidate) && /\.[a-z]+$/.test(candidate)) return candidate;
  return clean;
}

function ruleAgainst(file: string, target: string, isLocal: boolean): string | null {
  const isTest = /\.(test|cases)\.tsx?$/.test(file) || file.includes('/testing/');
  const [area = '', ...rest] = file.split('/');
  const [targetArea = ''] = target.split('/');
  if (!isLocal) {
    if (isTest) return null;
    if (area === 'taxonomy') return 'taxonomy imports nothing';
    if (area === 'contract' && target !== 'zod/mini') return 'contract imports zod/mini only: its methods would all be in the first script';
    if (area === 'web' && target.startsWith('@veld/server')) return 'the web never imports the server';
    if (area === 'server' && target.startsWith('@veld/web')) return 'the server never imports the web';
    if (file.startsWith('web/src/local/') && /^(react|react-dom|@mantine|dexie-react-hooks|react-router)(\/|$)/.test(target))
      return 'local knows no React';
    return null;
  }
  if (targetArea !== area) {
    if (area === 'contract' || area === 'taxonomy') return `${area} stands alone`;
    if (area === 'server' || area === 'web') return `${area} imports contract and taxonomy by name, and nothing else beside it`;
    return null;
  }
  if (area === 'server' && !isTest) return serverRule(rest.slice(1), target.split('/').slice(2));
  if (area === 'web' && !isTest) return webRule(rest.slice(1), target.split('/').slice(2));
  return null;
}

function serverRule(from: string[], to: string[]): string | null {
  const [layer = ''] = from;
  if (to[0] === 'testing') return 'only tests use testing';
  if (SERVER_LOW.includes(layer)) {
    if (to[0] === 'features' || to[0] === 'server.ts' || to[0] === 'main.ts') return `${layer} knows no feature`;
    return null;
  }
  if (layer !== 'features' || from.length < 3) return null;
  if (to[0] === 'server.ts' || to[0] === 'main.ts') return 'features do not know the server they are put on';
  if (to[0] === 'features') return lineRule(FEATURE_ORDER, from[1]!, to[1] ?? '');
  return null;
}

function webRule(from: string[], to: string[]): string | null {
  const [layer = ''] = from;
  if (layer === 'ui' && to[0] !== 'ui') return 'ui knows nothing but itself';
  if (WEB_LOW.includes(layer) && (to[0] === 'features' || to[0] === 'app')) return `${layer} knows no feature`;
  if (layer === 'local' && to[0] === 'ui') return 'local knows no screen';
  if (layer !== 'features') return null;
  if (to[0] === 'app') return 'features do not know the app that composes them';
  if (to[0] === 'features') return lineRule(FEATURE_ORDER, from[1]!, to[1] ?? '');
  return null;
}

function lineRule(line: string[], from: string, to: string): string | null {
  if (from === to) return null;
  const here = line.indexOf(from);
  const there = line.indexOf(to);
  if (here < 0) return `the feature ${from} is not in the line of features`;
  if (there < 0) return `the feature ${to} is not in the line of features`;
  return there < here ? null : `${from} may import only features before it in the line; ${to} comes after it`;
}

/** Circles of imports, each once, by depth-first search. */
function findCircles(graph: Map<string, string[]>): string[][] {
  const circles: string[][] = [];
  const state = new Map<string, 'open' | 'done'>();
  const path: string[] = [];
  const visit = (node: string) => {
    state.set(node, 'open');
    path.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!graph.has(next)) continue;
      if (state.get(next) === 'open') circles.push([...path.slice(path.indexOf(next)), next]);
      else if (!state.has(next)) visit(next);
    }
    path.pop();
    state.set(node, 'done');
  };
  for (const node of graph.keys()) if (!state.has(node)) visit(node);
  return circles;
}

if (import.meta.main) {
  const breaches = findBreaches(resolve(import.meta.dirname, '..'));
  for (const { file, imports, rule } of breaches) console.log(`${file} imports ${imports}: ${rule}`);
  process.exit(breaches.length > 0 ? 1 : 0);
}
