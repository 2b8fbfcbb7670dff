// npm run release                             a release of this commit: dist/veld-VERSION-PLATFORM.tar.gz
// npm run release -- FOLDER                   in another folder
// npm run release -- --version 1.0.0-beta.1   sets the version, collects the notes of changes, commits, tags, and makes the release
//
// Everything is built: the app, and the packages of this platform with its Node and PostgreSQL. It needs neither npm nor a build where it runs.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { root, say, stop } from '../processes.mjs';
import { chooseFiles, WORKSPACES, writeLauncher } from './files.mjs';
import { setVersion } from './version.mjs';
import { install, requireNode } from '../toolchain.mjs';
import { buildWeb } from '../web-build.mjs';

requireNode();
const { positionals, values } = parseArgs({ allowPositionals: true, options: { version: { type: 'string' } } });
if (values.version !== undefined) {
  try {
    setVersion(root, values.version, new Date().toISOString().slice(0, 10));
  } catch (error) {
    stop(error.message);
  }
}
install();
if (!(await buildWeb())) process.exit(1);

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const name = `veld-${version}-${process.platform}-${process.arch}`;
const to = resolve(process.env.INIT_CWD ?? root, positionals[0] ?? join(root, 'dist'));
const work = mkdtempSync(join(tmpdir(), 'veld-release-'));
try {
  const stage = join(work, name);
  say('Copying files ...');
  for (const file of chooseFiles(lines('git', ['ls-files']))) {
    mkdirSync(dirname(join(stage, file)), { recursive: true });
    cpSync(join(root, file), join(stage, file));
  }
  cpSync(join(root, 'web/dist'), join(stage, 'web/dist'), { recursive: true });
  writeFileSync(join(stage, 'veld'), writeLauncher(), { mode: 0o755 });
  say('Installing packages ...');
  const chosen = [...WORKSPACES.flatMap((workspace) => ['-w', workspace]), '--include-workspace-root'];
  run('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund', ...chosen], stage);
  if (!existsSync(join(stage, 'node_modules/.bin/node'))) stop(`There is no Node package for ${process.platform} on ${process.arch}.`);
  mkdirSync(to, { recursive: true });
  const file = join(to, `${name}.tar.gz`);
  say('Packing ...');
  run('tar', ['-czf', file, '--owner=0', '--group=0', '-C', work, name], work);
  writeFileSync(`${file}.sha256`, `${createHash('sha256').update(readFileSync(file)).digest('hex')}  ${name}.tar.gz\n`);
  say(`${file}: ${Math.round(statSync(file).size / 1e6)} MB`);
} finally {
  rmSync(work, { recursive: true, force: true });
}

function lines(command, args) {
  const { status, stdout } = spawnSync(command, args, { cwd: root, encoding: 'utf8', maxBuffer: 1e8 });
  if (status !== 0) stop(`${command} ${args.join(' ')} failed`);
  return stdout.split('\n').filter(Boolean);
}

function run(command, args, cwd) {
  if (spawnSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] }).status !== 0) stop(`${command} ${args.join(' ')} failed`);
}
