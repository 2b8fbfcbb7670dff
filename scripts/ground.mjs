// What start, test and dev share. Plain JavaScript without dependencies: it runs on the host's Node before anything is installed.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

export function say(line) {
  console.log(`veld  ${line}`);
}

/** Ends with one line. */
export function stop(line) {
  console.error(`veld  ${line}`);
  process.exit(1);
}

export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) stop(`Node ${process.versions.node} is too old: install Node 20.19 or newer.`);
}

/** The environment in which the project's own Node 24 and tools come first. */
export function environment(more = {}) {
  return { ...process.env, PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}`, ...more };
}

/** The Node that the lockfile brings, or the host's where there is none for this platform. */
export function nodePath() {
  const own = join(root, 'node_modules/.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
  if (existsSync(own) && spawnSync(own, ['-v']).status === 0) return own;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  return stop(`There is no Node 24 package for ${process.platform} on ${process.arch}: install Node 24 or newer and start again.`);
}

/** Installs what the lockfile names, unless that is done already. */
export function install() {
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const stamp = join(root, 'node_modules/.veld-installed');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  say('Installing packages (a minute or two, once) ...');
  const npm = process.env.npm_execpath;
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund'];
  const done = npm
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
    : spawnSync('npm', args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' });
  if (done.status !== 0) stop('Installing packages failed; the lines above say why. Is the network there?');
  writeFileSync(stamp, wanted);
}

/** Builds the web app, unless its sources are those of the last build. */
export function buildWeb() {
  const wanted = fingerprint([
    'web/src',
    'web/public',
    'web/index.html',
    'web/vite.config.ts',
    'contract/src',
    'taxonomy/src',
    'package.json',
    'package-lock.json',
  ]);
  const stamp = join(root, 'web/dist/.built');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  say('Building the web app ...');
  const done = spawnSync(nodePath(), [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'], {
    cwd: join(root, 'web'),
    stdio: 'inherit',
    env: environment({ NODE_ENV: 'production' }),
  });
  if (done.status !== 0) stop('Building the web app failed; the lines above say why.');
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
}

function fingerprint(paths) {
  const hash = createHash('sha256');
  const visit = (path) => {
    const full = join(root, path);
    if (!existsSync(full)) return;
    if (statSync(full).isDirectory()) for (const name of readdirSync(full).sort()) visit(join(path, name));
    else if (!/\.test\.tsx?$/.test(path)) hash.update(path).update('\0').update(readFileSync(full));
  };
  for (const path of paths) visit(path);
  return hash.digest('hex');
}

/** Runs a command to its end; resolves to its exit code and, with `keep`, what it printed. */
export function run(command, args, { env = environment(), cwd = root, keep = false, timeout = 0 } = {}) {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', keep ? 'pipe' : 'inherit', keep ? 'pipe' : 'inherit'] });
    let output = '';
    if (keep) {
      child.stdout.on('data', (chunk) => (output += chunk));
      child.stderr.on('data', (chunk) => (output += chunk));
    }
    const timer = timeout ? setTimeout(() => child.kill('SIGKILL'), timeout) : null;
    child.on('error', (error) => done({ code: 127, output: `${output}${error.message}` }));
    child.on('exit', (code, signal) => {
      if (timer) clearTimeout(timer);
      done({ code: signal ? 1 : code, output });
    });
  });
}

export function has(command) {
  return spawnSync(process.platform === 'win32' ? 'where' : 'which', [command], { stdio: 'ignore' }).status === 0;
}

/** Installs a package of Debian's, where this machine has apt and we may; null when done, else the reason. */
export function installDebian(...packages) {
  if (!has('apt-get')) return 'this machine has no apt-get';
  const isRoot = process.getuid?.() === 0;
  if (!isRoot && spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status !== 0) return 'it needs root to install';
  const apt = (args) => {
    const command = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-q', ...args];
    const line = isRoot ? command : ['sudo', '-n', ...command];
    return spawnSync(line[0], line.slice(1), { stdio: 'ignore' }).status === 0;
  };
  apt(['update']);
  return apt(['install', '-y', '--no-install-recommends', ...packages]) ? null : 'apt-get could not install it';
}
