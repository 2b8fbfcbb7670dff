// Manages the maps of the data folder: `npm run map -- add FILE`, `remove NAME`, `list` (docs/maps.md).
import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { environment, has, root, say } from './processes.mjs';
import { install, installDebian, nodePath, requireNode } from './toolchain.mjs';

requireNode();
install();

// Paths are relative to where the command was given.
const folder = process.env.INIT_CWD ?? process.cwd();
const [command, ...rest] = process.argv.slice(2);
if (command === 'add' && rest.some(isExtract) && !has('tilemaker')) {
  say('Installing tilemaker, which cuts OpenStreetMap extracts into tiles ...');
  const reason = installDebian('tilemaker');
  if (reason) say(`It could not be installed (${reason}). As root: apt-get install tilemaker`);
}
const args = [command, ...rest.map((one) => (existsSync(resolve(folder, one)) ? resolve(folder, one) : one))].filter(
  (one) => one !== undefined,
);
const { status } = spawnSync(nodePath(), ['--disable-warning=ExperimentalWarning', join(root, 'server/src/map.ts'), ...args], {
  cwd: root,
  env: environment(),
  stdio: 'inherit',
});
process.exit(status ?? 1);

/** Whether an argument is an OpenStreetMap extract, by how the file begins. */
function isExtract(path) {
  try {
    const file = openSync(resolve(folder, path), 'r');
    const head = Buffer.alloc(16);
    readSync(file, head);
    closeSync(file);
    return head.toString('latin1', 6, 15) === 'OSMHeader';
  } catch {
    return false;
  }
}
