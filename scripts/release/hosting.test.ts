import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { SETTINGS } from '../../server/src/config.ts';
import { chooseFiles, COMMANDS, writeLauncher } from './files.mjs';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);

const has = (command: string) =>
  spawnSync('which', [command], { stdio: 'ignore', env: { PATH: `${process.env.PATH}:/usr/sbin` } }).status === 0;

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'veld-hosting-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

test('a release has what the server imports and nothing of tests', () => {
  const files = chooseFiles(tracked);
  for (const file of ['server/src/main.ts', 'server/src/db/migrations/0001_beginning.sql', 'LICENSE', 'deploy/systemd/veld.service'])
    expect(files).toContain(file);
  expect(files.filter((file) => /\.test(ing)?\.|\/testing\/|^(seed|e2e|bench|scripts)\//.test(file))).toEqual([]);
});

test('each command of a release is a file of the server, and a command of npm', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  for (const [command, file] of Object.entries(COMMANDS)) {
    expect(existsSync(join(root, `server/src/${file}.ts`)), file).toBe(true);
    expect(scripts[command], command).toBeDefined();
  }
});

test('the launcher runs the file of a command with its arguments, and names the commands it knows', () => {
  const place = folder();
  const launcher = join(place, 'veld');
  writeFileSync(launcher, writeLauncher(), { mode: 0o755 });
  const unknown = spawnSync(launcher, ['nonsense'], { encoding: 'utf8' });
  expect([unknown.status, unknown.stderr]).toEqual([2, expect.stringContaining('start, doctor, backup')]);
  execFileSync('mkdir', ['-p', join(place, 'node_modules/.bin')]);
  writeFileSync(join(place, 'node_modules/.bin/node'), '#!/bin/sh\necho "$@"\n', { mode: 0o755 });
  const run = (...args: string[]) => execFileSync(launcher, args, { encoding: 'utf8' }).trim();
  expect(run()).toBe(`--disable-warning=ExperimentalWarning ${place}/server/src/main.ts`);
  expect(run('backup', 'a file', '--check')).toBe(`--disable-warning=ExperimentalWarning ${place}/server/src/backup.ts a file --check`);
});

test('image, service and composition name settings, paths and routes that exist', () => {
  const dockerfile = read('deploy/Dockerfile');
  const compose = read('deploy/compose.yaml');
  const large = read('deploy/large/compose.yaml');
  const service = read('deploy/systemd/veld.service');
  const own = ['NODE_COMPILE_CACHE'];
  const named = [
    ...[...dockerfile.matchAll(/^ENV (.*)$/gm)].flatMap(([, line]) => [...line!.matchAll(/([A-Z_]+)=/g)].map(([, name]) => name!)),
    ...[...(compose + large).matchAll(/^ {4,6}([A-Z_]+):/gm)].map(([, name]) => name!),
    ...[...service.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line]) => [...line!.matchAll(/([A-Z_]+)=/g)].map(([, name]) => name!)),
  ];
  expect(named).toContain('PUBLIC_URL');
  expect(named.filter((name) => !(name in SETTINGS) && !own.includes(name))).toEqual([]);
  expect(dockerfile).toContain('/api/ready');
  expect(dockerfile).toMatch(/^USER veld$/m);
  expect(compose).toContain('dockerfile: deploy/Dockerfile');
  expect(service).toMatch(/^ExecStart=\/opt\/veld\/veld start$/m);
});

test.skipIf(!has('nginx') || !has('openssl'))('nginx accepts the site', () => {
  const place = folder();
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '1',
      '-subj',
      '/CN=veld.example.org',
      '-keyout',
      'key.pem',
      '-out',
      'cert.pem',
    ],
    {
      cwd: place,
      stdio: 'ignore',
    },
  );
  const site = read('deploy/nginx/veld.conf')
    .replace(/\/etc\/letsencrypt\/\S+fullchain\.pem/, join(place, 'cert.pem'))
    .replace(/\/etc\/letsencrypt\/\S+privkey\.pem/, join(place, 'key.pem'))
    .replace('/var/cache/nginx/veld', join(place, 'cache'))
    .replaceAll(/listen (\d+)/g, 'listen 127.0.0.1:3$1');
  writeFileSync(join(place, 'veld.conf'), site);
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${join(place, kind)};`).join(' ');
  writeFileSync(
    join(place, 'nginx.conf'),
    `pid ${join(place, 'pid')}; error_log stderr; events {} http { access_log off; ${paths} include ${join(place, 'veld.conf')}; }`,
  );
  const { status, stderr } = spawnSync('nginx', ['-t', '-q', '-p', place, '-c', join(place, 'nginx.conf')], { encoding: 'utf8' });
  expect(stderr.split('\n').filter((line) => line.includes('[emerg]'))).toEqual([]);
  expect(status).toBe(0);
});

test.skipIf(!has('haproxy'))('HAProxy accepts the balancer', () => {
  const file = join(folder(), 'haproxy.cfg');
  // Their names are those of containers.
  writeFileSync(file, read('deploy/large/haproxy.cfg').replaceAll(/veld[12]:3000/g, '127.0.0.1:3000'));
  const { status, stderr } = spawnSync('haproxy', ['-c', '-f', file], { encoding: 'utf8', env: { PATH: `${process.env.PATH}:/usr/sbin` } });
  expect(status, stderr).toBe(0);
  expect(stderr).not.toContain('WARNING');
});

test.skipIf(!has('caddy'))('Caddy accepts the site', () => {
  const { status, stderr } = spawnSync('caddy', ['validate', '--adapter', 'caddyfile', '--config', join(root, 'deploy/caddy/Caddyfile')], {
    encoding: 'utf8',
    env: { ...process.env, HOME: folder() },
  });
  expect(stderr.includes('Caddyfile input is not formatted'), stderr).toBe(false);
  expect(status, stderr).toBe(0);
});

test.skipIf(!has('systemd-analyze'))('systemd accepts the service', () => {
  const place = folder();
  const path = join(place, 'veld.service');
  // The program of a release is not here.
  writeFileSync(path, read('deploy/systemd/veld.service').replace('/opt/veld/veld start', '/bin/true'));
  const { stderr } = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' });
  expect(stderr.split('\n').filter((line) => line.includes('veld.service'))).toEqual([]);
});
