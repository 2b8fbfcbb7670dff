// Node and the installed packages. Plain JavaScript without dependencies: it runs on the host's Node before anything is installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { has, root, say, stop } from './processes.mjs';

/** Ends the process with a clear line when the host's Node is too old to install the project. */
export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) stop(`Node ${process.versions.node} is too old: install Node 20.19 or newer.`);
}

/** The Node 24 that the lockfile installs, or the host's Node where there is no package for this platform. */
export function nodePath() {
  const own = join(root, 'node_modules/.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
  if (existsSync(own) && spawnSync(own, ['-v']).status === 0) return own;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  return stop(`There is no Node 24 package for ${process.platform} on ${process.arch}: install Node 24 or newer and start again.`);
}

/** Installs what the lockfile lists, unless this lockfile is installed already. */
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
  if (done.status !== 0) stop('Installing packages failed; see the lines above. Is there a network connection?');
  writeFileSync(stamp, wanted);
}

/** Installs Debian packages where apt exists and we have the rights. Returns null when it worked, otherwise the reason. */
export function installDebian(...packages) {
  if (!has('apt-get')) return 'this machine has no apt-get';
  const isRoot = process.getuid?.() === 0;
  if (!isRoot && spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status !== 0) return 'installing needs root';
  const apt = (args) => {
    const command = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-q', ...args];
    const line = isRoot ? command : ['sudo', '-n', ...command];
    return spawnSync(line[0], line.slice(1), { stdio: 'ignore' }).status === 0;
  };
  apt(['update']);
  return apt(['install', '-y', '--no-install-recommends', ...packages]) ? null : 'apt-get could not install it';
}
