// The version of a release: in every package, in the changelog and as a tag. Plain JavaScript without dependencies.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const VERSION = /^\d+\.\d+\.\d+(-[a-z]+\.\d+)?$/;

/**
 * Sets the version of the project in a folder: packages and lockfile have it, the notes of `changes/` stand in the changelog under it, and
 * both are committed and tagged. `today` is like `2026-05-01`. Throws an error whose message is one line if that cannot be, with nothing changed.
 */
export function setVersion(root, version, today) {
  if (!VERSION.test(version)) throw new Error(`${version} is not a version such as 1.2.0 or 1.2.0-beta.1.`);
  const git = (...args) => {
    const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
    if (status !== 0) throw new Error(`git ${args[0]} failed: ${stderr.trim()}`);
    return stdout.trim();
  };
  if (git('status', '--porcelain') !== '') throw new Error('There are changes that are not committed.');
  const tag = `v${version}`;
  if (git('tag', '--list', tag) !== '') throw new Error(`The tag ${tag} is there already.`);
  const packages = listPackages(root);
  for (const path of packages) edit(join(root, path), (content) => withVersion(JSON.parse(content), version));
  edit(join(root, 'package-lock.json'), (content) => {
    const lock = JSON.parse(content);
    lock.version = version;
    for (const [name, entry] of Object.entries(lock.packages))
      if (name === '' || packages.includes(`${name}/package.json`)) setIn(entry, version);
    return json(lock);
  });
  const notes = listNotes(root);
  edit(join(root, 'CHANGELOG.md'), (content) => addNotes(content, `## ${version} (${today})`, notes));
  for (const { path } of notes) rmSync(path);
  git('add', '--all');
  git('commit', '--quiet', '--message', `release: ${version}`);
  git('tag', '--annotate', tag, '--message', `Veld ${version}`);
}

function listPackages(root) {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return ['package.json', ...workspaces.map((workspace) => `${workspace}/package.json`)].filter((path) => existsSync(join(root, path)));
}

const json = (value) => `${JSON.stringify(value, null, 2)}\n`;
const edit = (path, change) => writeFileSync(path, change(readFileSync(path, 'utf8')));

function setIn(entry, version) {
  entry.version = version;
  for (const kind of ['dependencies', 'devDependencies'])
    for (const name of Object.keys(entry[kind] ?? {})) if (name.startsWith('@veld/')) entry[kind][name] = version;
}

function withVersion(entry, version) {
  setIn(entry, version);
  return json(entry);
}

/** The notes of changes, by area: the first word of the file's name. */
function listNotes(root) {
  const folder = join(root, 'changes');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .toSorted()
    .map((name) => ({ path: join(folder, name), text: readFileSync(join(folder, name), 'utf8').trim() }));
}

/** Above the part of the latest release, or into it while it is not released. */
function addNotes(content, title, notes) {
  const items = notes.flatMap(({ text }) => (text.startsWith('- ') ? text : `- ${text.replaceAll('\n', '\n  ')}`)).join('\n');
  const unreleased = /^## .*\(unreleased\)$/m;
  if (unreleased.test(content)) return `${content.replace(unreleased, title).trimEnd()}\n${items ? `\n### Since\n\n${items}\n` : ''}`;
  return content.replace(/^## /m, `${title}\n\n${items}\n\n## `);
}
