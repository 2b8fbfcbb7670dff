import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { setVersion } from './version.mjs';

/** A project with one workspace and two notes, committed. */
function project(): { root: string; git: (...args: string[]) => string; read: (path: string) => string } {
  const root = mkdtempSync(join(tmpdir(), 'veld-version-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const write = (path: string, content: unknown) =>
    writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
  mkdirSync(join(root, 'server'));
  mkdirSync(join(root, 'changes'));
  write('package.json', { name: 'veld', version: '0.1.0', workspaces: ['server'] });
  write('server/package.json', { name: '@veld/server', version: '0.1.0', dependencies: { '@veld/contract': '0.1.0', pg: '8.0.0' } });
  const own = { version: '0.1.0', dependencies: { '@veld/contract': '0.1.0', pg: '8.0.0' } };
  write('package-lock.json', {
    version: '0.1.0',
    packages: { '': { version: '0.1.0' }, server: own, 'node_modules/pg': { version: '0.1.0' } },
  });
  write('CHANGELOG.md', '# Changelog\n\n## 0.1.0 (unreleased)\n\nThe first release.\n');
  write('changes/README.md', '# Changes\n');
  write('changes/map-faster.md', 'The map is faster.\n');
  write('changes/backup.md', 'Backups are made\nwhile Veld runs.\n');
  git('init', '--quiet');
  git('config', 'user.email', 'anna@example.org');
  git('config', 'user.name', 'Anna');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'begin');
  return { root, git, read: (path) => readFileSync(join(root, path), 'utf8') };
}

test('a version is in each package and the lockfile, its notes in the changelog, and all of it committed and tagged', () => {
  const { root, git, read } = project();
  setVersion(root, '1.0.0-beta.1', '2026-05-01');
  expect(JSON.parse(read('package.json'))).toMatchObject({ version: '1.0.0-beta.1' });
  const dependencies = { '@veld/contract': '1.0.0-beta.1', pg: '8.0.0' };
  expect(JSON.parse(read('server/package.json'))).toMatchObject({ version: '1.0.0-beta.1', dependencies });
  expect(JSON.parse(read('package-lock.json'))).toEqual({
    version: '1.0.0-beta.1',
    packages: {
      '': { version: '1.0.0-beta.1' },
      server: { version: '1.0.0-beta.1', dependencies },
      'node_modules/pg': { version: '0.1.0' },
    },
  });
  expect(read('CHANGELOG.md')).toBe(
    '# Changelog\n\n## 1.0.0-beta.1 (2026-05-01)\n\nThe first release.\n\n### Since\n\n- Backups are made\n  while Veld runs.\n- The map is faster.\n',
  );
  expect(readdirSync(join(root, 'changes'))).toEqual(['README.md']);
  expect([git('status', '--porcelain'), git('tag'), git('log', '-1', '--format=%s')]).toEqual([
    '',
    'v1.0.0-beta.1',
    'release: 1.0.0-beta.1',
  ]);
});

test('a later version stands above the earlier ones', () => {
  const { root, git, read } = project();
  setVersion(root, '1.0.0', '2026-05-01');
  writeFileSync(join(root, 'changes/feed.md'), 'The feed has a filter.\n');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'more');
  setVersion(root, '1.1.0', '2026-06-01');
  expect(read('CHANGELOG.md')).toMatch(/^# Changelog\n\n## 1\.1\.0 \(2026-06-01\)\n\n- The feed has a filter\.\n\n## 1\.0\.0 /);
});

test('a version that is none, one that is there, and a tree with changes are refused with nothing changed', () => {
  const { root, git, read } = project();
  const before = git('rev-parse', 'HEAD');
  expect(() => setVersion(root, 'next', '2026-05-01')).toThrow('next is not a version');
  git('tag', 'v1.0.0');
  expect(() => setVersion(root, '1.0.0', '2026-05-01')).toThrow('The tag v1.0.0 is there already');
  writeFileSync(join(root, 'stray'), '');
  expect(() => setVersion(root, '1.0.1', '2026-05-01')).toThrow('not committed');
  expect([git('rev-parse', 'HEAD'), JSON.parse(read('package.json'))]).toEqual([before, expect.objectContaining({ version: '0.1.0' })]);
});
