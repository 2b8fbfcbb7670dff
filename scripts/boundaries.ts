import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { FEATURES } from '../contract/src/features.ts';
import { findTableAccess } from './device-tables.ts';
import { findCommentsWithoutReason, findRulesWithoutReason } from './lint-reasons.ts';
import { findTableBreaches } from './server-tables.ts';
import { findStructureBreaches, findStyleBreaches } from './structure.ts';
import { findWordBreaches } from './words.ts';

/** Checks the import rules of docs/architecture.md on the tree. Prints every breach; exits with 1 when there is one. */
export interface Breach {
  file: string;
  rule: string;
}

/** Imports by file, both as paths from the root. Packages are left out. */
type Graph = Map<string, string[]>;

/** The features in order; one list for the server and the web app. */
const FEATURE_ORDER = Object.keys(FEATURES);
/** Folders in order from the bottom up; those on the same level may import each other. Every folder of the tree has its place. */
const FOLDER_ORDERS: Readonly<Record<string, string[][]>> = {
  'web/src/local': [
    ['db'],
    ['device'],
    ['net'],
    ['taxonomy'],
    ['places'],
    ['frequencies'],
    ['guide'],
    ['tile-requests'],
    ['changes', 'records', 'outbox', 'pull', 'session'],
    ['app'],
  ],
  'web/src/shared': [
    ['session'],
    ['geo'],
    ['location'],
    ['media'],
    ['taxa'],
    ['frequencies'],
    ['records'],
    ['hints'],
    ['taxon-search'],
    ['record-filter'],
  ],
  'taxonomy/src': [['text'], ['storage'], ['segment'], ['search'], ['build']],
};
const AREAS = [
  'contract/src',
  'taxonomy/src',
  'geography/src',
  'geography/archive',
  'geography/build',
  'geometry/src',
  'server/src',
  'web/src',
  'seed',
  'bench',
  'e2e',
];
const IMPORT = /(?:\bimport\s*\(\s*|\bfrom\s+|\bimport\s+|new URL\(\s*)(['"])([^'"\n]+)\1/g;

export function findBreaches(root: string): Breach[] {
  const breaches: Breach[] = [];
  const graph: Graph = new Map();
  for (const path of AREAS.flatMap((folder) => sources(join(root, folder)))) {
    const file = relative(root, path).replaceAll('\\', '/');
    const text = readFileSync(path, 'utf8');
    breaches.push(...findCommentsWithoutReason(file, text));
    const targets: string[] = [];
    for (const imported of listImports(text)) {
      const isLocal = imported.startsWith('.');
      const target = isLocal ? relative(root, resolveFile(resolve(dirname(path), imported))).replaceAll('\\', '/') : imported;
      if (isLocal) targets.push(target);
      const rule = isLocal ? localRule(file, target) : packageRule(file, target);
      if (rule) breaches.push({ file, rule: `imports ${target}: ${rule}` });
    }
    graph.set(file, targets);
  }
  return [
    ...breaches,
    ...findUnorderedFolders(root),
    ...cycles(graph),
    ...findStructureBreaches(root),
    ...findStyleBreaches(root),
    ...findWordBreaches(root),
    ...findTableAccess(root),
    ...findTableBreaches(root),
    ...findRulesWithoutReason(root),
  ];
}

function findUnorderedFolders(root: string): Breach[] {
  return Object.entries(FOLDER_ORDERS).flatMap(([parent, order]) => {
    const known = new Set(['testing', ...order.flat()]);
    const folders = existsSync(join(root, parent)) ? readdirSync(join(root, parent), { withFileTypes: true }) : [];
    return folders
      .filter((entry) => entry.isDirectory() && !known.has(entry.name))
      .map(({ name }) => ({ file: `${parent}/${name}`, rule: 'has no place in the order of folders in scripts/boundaries.ts' }));
  });
}

function sources(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.parentPath.includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name));
}

export function listImports(text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/[^\n]*/g, '$1');
  return [...code.matchAll(IMPORT)].map(([, , path = '']) => path).filter((path) => path.startsWith('.') || /^[@a-z]/.test(path));
}

export function resolveFile(path: string): string {
  const clean = path.replace(/\?.*$/, '');
  for (const candidate of [clean, `${clean}.ts`, `${clean}.tsx`, `${clean}/index.ts`])
    if (existsSync(candidate) && /\.[a-z]+$/.test(candidate)) return candidate;
  return clean;
}

function isTest(file: string): boolean {
  return /\.(test|cases)\.tsx?$/.test(file) || file.includes('/testing/');
}

function packageRule(file: string, target: string): string | null {
  if (isTest(file)) return null;
  const [area] = file.split('/');
  if (area === 'taxonomy' || area === 'geometry') return `${area} imports no package`;
  if (file.startsWith('geography/src/') && target !== '@rapideditor/country-coder' && target !== '@veld/geometry')
    return 'geography imports only the country coder and geometry, because it runs on the device and on the server';
  if (area === 'contract' && target !== 'zod/mini' && target !== '@veld/geometry')
    return 'contract imports only zod/mini and geometry, because the first script of the page includes it';
  if (area === 'web' && target.startsWith('@veld/server')) return 'the web app never imports the server';
  if (area === 'server' && target.startsWith('@veld/web')) return 'the server never imports the web app';
  if (file.startsWith('web/src/local/') && /^(react|react-dom|@mantine|dexie-react-hooks|react-router)(\/|$)/.test(target))
    return 'local imports no React';
  return null;
}

function localRule(file: string, target: string): string | null {
  const [area = '', , ...from] = file.split('/');
  const [targetArea, , ...to] = target.split('/');
  if (targetArea !== area) {
    if (area === 'taxonomy' || area === 'geometry') return `${area} imports no other workspace`;
    if (area === 'contract' || area === 'geography') return `${area} imports geometry by name, and no other workspace`;
    if (area === 'server' || area === 'web')
      return `${area} imports contract, taxonomy, geography and geometry by name, and no other workspace`;
    return null;
  }
  if (file.startsWith('geography/src/') && target.startsWith('geography/build/') && !isTest(file))
    return 'only the builder imports the builder';
  if (isTest(file)) return null;
  if (area === 'taxonomy') return folderRule('taxonomy/src', from, to);
  if (area !== 'server' && area !== 'web') return null;
  return layerRule(from, to);
}

/** Rules within `server/src` and `web/src`. Each folder there is a layer; the files next to them and the folder `app` compose the features. */
function layerRule(from: string[], to: string[]): string | null {
  const [layer = ''] = from;
  const isFolder = from.length > 1;
  if (to[0] === 'testing') return 'only tests import testing';
  if (layer === 'ui' && to[0] !== 'ui') return 'ui imports only ui';
  if (layer === 'local' && to[0] === 'ui') return 'local imports no ui';
  if ((layer === 'local' || layer === 'shared') && to[0] === layer) return folderRule(`web/src/${layer}`, from.slice(1), to.slice(1));
  if (to[0] === 'shared' && isFolder && layer !== 'features' && layer !== 'app') return `${layer} is below shared`;
  if (isFolder && layer !== 'features' && layer !== 'app' && (to[0] === 'features' || to[0] === 'app')) return `${layer} knows no feature`;
  if (isFolder && (to[0] === 'server.ts' || to[0] === 'main.ts' || to[0] === 'main.tsx')) return `${layer} does not import what starts it`;
  // A file in features/ itself, such as register.ts, composes the features.
  if (layer !== 'features' || from.length < 3) return null;
  if (to[0] === 'app') return 'features do not import the app that composes them';
  if (to[0] === 'features') return featureRule(from[1] ?? '', to[1] ?? '', to.at(-1) ?? '');
  return null;
}

/** Files beside the folders compose them or are shared by them. */
function folderRule(parent: string, [from = '', ...inFrom]: string[], [to = '', ...inTo]: string[]): string | null {
  if (inFrom.length === 0 || inTo.length === 0) return null;
  const levelOf = (folder: string) => (FOLDER_ORDERS[parent] ?? []).findIndex((folders) => folders.includes(folder));
  return levelOf(to) > levelOf(from) ? `${parent}/${from} is below ${parent}/${to}` : null;
}

function featureRule(from: string, to: string, file: string): string | null {
  if (from === to) return null;
  const here = FEATURE_ORDER.indexOf(from);
  const there = FEATURE_ORDER.indexOf(to);
  if (here < 0) return `the feature ${from} is not in contract/src/features.ts`;
  if (there < 0) return `the feature ${to} is not in contract/src/features.ts`;
  if (there > here) return `${from} may import only features before it in contract/src/features.ts; ${to} comes after it`;
  return file.endsWith('Screen.tsx') ? 'only the app imports screens' : null;
}

/** Import cycles of files, and of the layers they are in. */
function cycles(graph: Graph): Breach[] {
  const layers: Graph = new Map();
  for (const [file, targets] of graph) {
    const layer = layerOf(file);
    if (!layer || isTest(file)) continue;
    const others = targets.flatMap((target) => layerOf(target) ?? []).filter((other) => other !== layer);
    layers.set(layer, [...new Set([...(layers.get(layer) ?? []), ...others])]);
  }
  return [
    ...findCycles(graph).map((cycle) => ({ file: cycle[0], rule: `is in an import cycle: ${cycle.join(' → ')}` })),
    ...findCycles(layers).map((cycle) => ({ file: cycle[0], rule: `layers import in a circle: ${cycle.join(' → ')}` })),
  ];
}

/** Null for files of web/src/worker too: they are started by URL as separate programs, so they are not a layer. */
function layerOf(file: string): string | null {
  if (file.startsWith('web/src/worker/')) return null;
  return /^(?:server|web)\/src\/[^/]+(?=\/)/.exec(file)?.[0] ?? null;
}

/** Finds cycles by depth-first search, each once. */
function findCycles(graph: Graph): [string, ...string[]][] {
  const found: [string, ...string[]][] = [];
  const state = new Map<string, 'open' | 'done'>();
  const path: string[] = [];
  const visit = (node: string) => {
    state.set(node, 'open');
    path.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!graph.has(next)) continue;
      if (state.get(next) === 'open') found.push([next, ...path.slice(path.indexOf(next) + 1), next]);
      else if (!state.has(next)) visit(next);
    }
    path.pop();
    state.set(node, 'done');
  };
  for (const node of graph.keys()) if (!state.has(node)) visit(node);
  return found;
}

if (import.meta.main) {
  const breaches = findBreaches(resolve(import.meta.dirname, '..'));
  for (const { file, rule } of breaches) console.log(`${file} ${rule}`);
  process.exit(breaches.length > 0 ? 1 : 0);
}
