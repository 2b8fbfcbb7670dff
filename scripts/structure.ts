import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Rules about files and folders rather than imports (docs/architecture.md). */
export interface StructureBreach {
  file: string;
  rule: string;
}

const MAX_FILES = 45;
const AREAS = ['contract', 'taxonomy', 'geography', 'geometry', 'server', 'web', 'seed', 'bench', 'e2e', 'scripts'];

export function findStructureBreaches(root: string): StructureBreach[] {
  return folderBreaches(listFiles(root));
}

/** The files of all areas, as paths from the root, without what is built or installed. */
export function listFiles(root: string): string[] {
  return AREAS.flatMap((area) => filesBelow(root, area));
}

function filesBelow(root: string, area: string): string[] {
  if (!existsSync(join(root, area))) return [];
  return readdirSync(join(root, area), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/node_modules|[\\/](dist|output)\b/.test(entry.parentPath))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}

/** Code files directly in a folder, tests included; style sheets lie beside their component and do not count. */
function folderBreaches(files: readonly string[]): StructureBreach[] {
  const counts = new Map<string, number>();
  for (const file of files) if (/\.(tsx?|mjs|js)$/.test(file)) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count > MAX_FILES)
    .map(([file, count]) => ({ file, rule: `holds ${count} code files directly; ${MAX_FILES} is the limit` }));
}

const MAX_CSS_LINES = 200;

/**
 * A CSS module has at most 200 lines and lies beside its component. One that several components of a feature share lies in a folder
 * above them all, inside the feature.
 */
export function findStyleBreaches(root: string): StructureBreach[] {
  const files = filesBelow(root, 'web');
  const breaches: StructureBreach[] = [];
  const unused = new Set(files.filter((name) => name.endsWith('.module.css')));
  for (const file of unused) {
    const lines = readFileSync(join(root, file), 'utf8').trimEnd().split('\n').length;
    if (lines > MAX_CSS_LINES) breaches.push({ file, rule: `has ${lines} lines; ${MAX_CSS_LINES} is the limit for a CSS module` });
  }
  for (const file of files.filter((name) => /\.tsx?$/.test(name)))
    for (const [, target = ''] of readFileSync(join(root, file), 'utf8').matchAll(/from '(\.[^']+\.module\.css)'/g)) {
      const path = join(dirname(file), target).replaceAll('\\', '/');
      unused.delete(path);
      if (!dirname(file).startsWith(dirname(path)) || featureOf(path) !== featureOf(file))
        breaches.push({ file, rule: `imports ${target}: a CSS module lies beside its component` });
    }
  return [...breaches, ...[...unused].map((file) => ({ file, rule: 'is a CSS module that no component imports' }))];
}

/** The feature, the folder of `shared`, or the layer that a file of the web app belongs to. */
function featureOf(file: string): string {
  return /^web\/src\/(?:(?:features|shared)\/)?[^/]+/.exec(file)?.[0] ?? '';
}
