import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Copies the project's sources to a new folder and links the packages; the links of the project's own packages point into the copy. */
export function copyTree(root: string, copy: string): void {
  mkdirSync(copy);
  const excluded = new Set(['node_modules', '.git', 'results', 'screens', 'data', 'dist', 'output', 'docs']);
  for (const name of readdirSync(root)) {
    if (excluded.has(name)) continue;
    cpSync(join(root, name), join(copy, name), { recursive: true, filter: (from) => !/[\\/](node_modules|dist)$/.test(from) });
  }
  const packages = join(copy, 'node_modules');
  mkdirSync(join(packages, '@veld'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@veld') symlinkSync(join(root, 'node_modules', name), join(packages, name));
  for (const name of ['contract', 'taxonomy', 'geography', 'geometry', 'server', 'web']) {
    symlinkSync(join(copy, name), join(packages, '@veld', name));
    const own = join(root, name, 'node_modules');
    if (existsSync(own)) symlinkSync(own, join(copy, name, 'node_modules'));
  }
}
