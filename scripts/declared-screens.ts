import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The screens that the features of the web app declare in their `feature.ts`, read as text. */
export function declaredScreens(root: string): { name: string; path: string; title: string }[] {
  const files = globSync('web/src/{app,features/*}/feature.ts', { cwd: root });
  const parts = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split(/(?=\bname: ')/)
      .slice(1),
  );
  return parts.map((part) => {
    const value = (property: string) => new RegExp(`\\b${property}: '([^']+)'`).exec(part)?.[1];
    const name = value('name') ?? '';
    return { name, path: value('path') ?? '', title: value('title') ?? name };
  });
}
