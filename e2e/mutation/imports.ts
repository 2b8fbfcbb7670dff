import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { importsOf, resolveFile } from '../../scripts/boundaries.ts';

/** Finds what a file imports, directly or through others; all paths are relative to `root`. */
export function importGraph(root: string): (path: string) => ReadonlySet<string> {
  const direct = new Map<string, readonly string[]>();
  const targetsOf = (path: string): readonly string[] => {
    let targets = direct.get(path);
    if (!targets) direct.set(path, (targets = /\.tsx?$/.test(path) ? readImports(root, path) : []));
    return targets;
  };
  return (path) => {
    const found = new Set([path]);
    for (const file of found) for (const target of targetsOf(file)) found.add(target);
    return found;
  };
}

function readImports(root: string, path: string): string[] {
  return importsOf(readFileSync(join(root, path), 'utf8')).flatMap((imported) => {
    const workspace = /^@veld\/(\w+)(?:\/(.+))?$/.exec(imported);
    if (workspace) return [`${workspace[1]}/src/${workspace[2] ?? 'index'}.ts`];
    if (!imported.startsWith('.')) return [];
    return [relative(root, resolveFile(resolve(root, dirname(path), imported))).replaceAll('\\', '/')];
  });
}
