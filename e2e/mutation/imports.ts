import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { listImports, resolveFile } from '../../scripts/boundaries.ts';

/** Finds what a file imports and over how many imports: 0 is the file itself. All paths are relative to `root`. */
export function importGraph(root: string): (path: string) => ReadonlyMap<string, number> {
  const direct = new Map<string, readonly string[]>();
  const targetsOf = (path: string): readonly string[] => {
    let targets = direct.get(path);
    if (!targets) direct.set(path, (targets = /\.tsx?$/.test(path) ? readImports(root, path) : []));
    return targets;
  };
  return (path) => {
    const distances = new Map([[path, 0]]);
    for (const [file, distance] of distances)
      for (const target of targetsOf(file)) if (!distances.has(target)) distances.set(target, distance + 1);
    return distances;
  };
}

function readImports(root: string, path: string): string[] {
  return listImports(readFileSync(join(root, path), 'utf8')).flatMap((imported) => {
    const workspace = /^@veld\/(\w+)(?:\/(.+))?$/.exec(imported);
    if (!workspace && !imported.startsWith('.')) return [];
    const file = workspace
      ? join(root, workspace[1]!, 'src', `${workspace[2] ?? 'index'}.ts`)
      : resolveFile(resolve(root, dirname(path), imported));
    // A program in a text may import what only exists where it is run, and packages have files that are not sources.
    return existsSync(file) ? [relative(root, file).replaceAll('\\', '/')] : [];
  });
}
