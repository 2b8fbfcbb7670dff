// Builds a publishable package: JavaScript with type declarations, and a package.json. `node build.mjs [folder]`; the default is dist.
// Other projects need the build because Node does not strip types inside node_modules; the workspace itself uses the sources.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const here = import.meta.dirname;
const out = resolve(process.argv[2] ?? join(here, 'dist'));
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const tsc = join(here, '../node_modules/typescript/bin/tsc');
execFileSync(process.execPath, [tsc, '-p', join(here, 'tsconfig.build.json'), '--outDir', out], { stdio: 'inherit' });
const { name, version, license, type, sideEffects } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));
const exports = { '.': { types: './index.d.ts', default: './index.js' } };
writeFileSync(join(out, 'package.json'), `${JSON.stringify({ name, version, license, type, sideEffects, exports }, null, 2)}\n`);
cpSync(join(here, 'DESIGN.md'), join(out, 'DESIGN.md'));
cpSync(join(here, '../LICENSE'), join(out, 'LICENSE'));
