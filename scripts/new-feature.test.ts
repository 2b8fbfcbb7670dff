import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const TIMEOUT_MS = 600_000;

interface Block {
  language: string;
  /** Empty for a block that is run. */
  file: string;
  text: string;
}

/** The code blocks of a section of a page, in order. */
function blocksOf(page: string, section: string): Block[] {
  const text = page.split(/^## /m).find((part) => part.startsWith(`${section}\n`)) ?? '';
  return [...text.matchAll(/^```(\w+) ?(\S*)\n([\s\S]*?)^```$/gm)].map(([, language, file, code]) => ({
    language: language!,
    file: file!,
    text: code!,
  }));
}

/** Creates the file of a block, adds its lines, or runs it. */
function apply(block: Block, folder: string): void {
  if (block.language === 'sh') execFileSync('sh', ['-eu', '-c', block.text], { cwd: folder });
  else if (block.language === 'diff') addLines(join(folder, block.file), block);
  else {
    const path = join(folder, block.file.replace('NNNN', nextMigration(folder)));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, block.text);
  }
}

/** The number of the next migration in four digits. */
function nextMigration(folder: string): string {
  const numbers = readdirSync(join(folder, 'server/src/db/migrations')).map((name) => Number(name.slice(0, 4)));
  return String(Math.max(...numbers) + 1).padStart(4, '0');
}

/** Adds the `+` lines of a block after its other lines, which must occur in the file exactly once. */
function addLines(path: string, block: Block): void {
  const lines = block.text.trimEnd().split('\n');
  const context = lines.filter((line) => line.startsWith(' ')).map((line) => line.slice(1));
  const added = lines.filter((line) => line.startsWith('+')).map((line) => line.slice(1));
  const before = `\n${context.join('\n')}\n`;
  const text = `\n${readFileSync(path, 'utf8')}`;
  const places = text.split(before).length - 1;
  if (places !== 1) throw new Error(`CONTRIBUTING.md adds to ${block.file} after lines that occur ${places} times:${before}`);
  writeFileSync(path, text.replace(before, () => `${before}${added.join('\n')}\n`).slice(1));
}

/** Copies the sources and links the installed packages; links to the project's own packages point into the copy. */
function copyRepository(folder: string): void {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' });
  for (const file of files.split('\0')) if (file && existsSync(join(root, file))) cpSync(join(root, file), join(folder, file));
  for (const workspace of ['.', 'contract', 'taxonomy', 'geography', 'geometry', 'server', 'web'])
    linkPackages(join(root, workspace), join(folder, workspace));
}

function linkPackages(from: string, to: string): void {
  const packages = join(from, 'node_modules');
  if (!existsSync(packages)) return;
  mkdirSync(join(to, 'node_modules'));
  for (const name of readdirSync(packages))
    if (name !== '@veld' && !name.startsWith('.vite')) symlinkSync(join(packages, name), join(to, 'node_modules', name));
  if (existsSync(join(packages, '@veld')))
    cpSync(join(packages, '@veld'), join(to, 'node_modules/@veld'), { recursive: true, verbatimSymlinks: true });
}

describe('the guides to a new feature, a new field, a kind of notification and a change without a connection in CONTRIBUTING.md', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'veld-new-feature-'));
    copyRepository(folder);
    const guide = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
    const blocks = blocksOf(guide, 'Hello new feature');
    if (blocks.length < 15) throw new Error(`The guide has ${blocks.length} blocks`);
    for (const block of blocks) apply(block, folder);
    const fields = blocksOf(guide, 'A new field of a record');
    if (fields.length < 5) throw new Error(`The guide to fields has ${fields.length} blocks`);
    for (const block of fields) apply(block, folder);
    const notification = blocksOf(guide, 'A kind of notification');
    if (notification.length < 9) throw new Error(`The guide to notifications has ${notification.length} blocks`);
    for (const block of notification) apply(block, folder);
    const change = blocksOf(guide, 'A change that waits for a connection');
    if (change.length < 7) throw new Error(`The guide to changes has ${change.length} blocks`);
    for (const block of change) apply(block, folder);
  }, TIMEOUT_MS);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const { VELD_TEST_DATABASE_URL: _, VITEST: __, ...env } = process.env;
  // The test takes one of the cores.
  const types = (config: string) => ['node_modules/typescript/bin/tsc', '-p', config, '--checkers', '1'];
  const checks: [name: string, command: string[]][] = [
    ['types of the server', types('tsconfig.json')],
    ['types of the web app', types('web/tsconfig.json')],
    ['boundaries', ['scripts/boundaries.ts']],
  ];
  const moreChecks: typeof checks = [
    ['format', ['node_modules/oxfmt/bin/oxfmt', '--check', '.']],
    [
      'lint',
      [
        'node_modules/oxlint/bin/oxlint',
        '--quiet',
        'server/src/features/greetings',
        'web/src/features/greetings',
        'web/src/local/changes',
        'contract/src',
      ],
    ],
    ['translations', ['scripts/translations.ts']],
    ['documents', ['scripts/documents.ts']],
    ['dead code', ['node_modules/knip/bin/knip.js', '--no-progress']],
  ];
  it.each(inject('isLong') ? [...checks, ...moreChecks] : checks)(
    'lead to code that passes: %s',
    (_, command) => {
      const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: folder, env, encoding: 'utf8' });
      expect(status, `${stdout}\n${stderr}`).toBe(0);
    },
    TIMEOUT_MS,
  );

  if (!inject('isLong')) return;
  it(
    'lead to code whose tests pass: its own, its row in the authorization table, the list of screens, the notification, the declared fields and those that fill every field',
    () => {
      const projects = ['contract', 'server', 'simulation', 'web'].flatMap((name) => ['--project', name]);
      const authorization = 'server/src/authorization.test.ts';
      const files = [
        authorization,
        'features/greetings',
        'server/src/features/feedback/answered.test.ts',
        'server/src/leftovers.test.ts',
        'server/src/db/schema.test.ts',
        'web/src/app/screens.test.ts',
        'web/src/local/changes/greetings.test.ts',
        'attributes.test.ts',
        'group-fields.test.ts',
        'every-field.test',
      ];
      // In one run, which starts one database. Of the rows of the authorization table it runs the new one only.
      const names = ['-t', '^(?!the authorization table( >)? [A-Z]+ )|greetings'];
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        ['node_modules/vitest/vitest.mjs', 'run', '--reporter=verbose', ...projects, ...files, ...names],
        { cwd: folder, env, encoding: 'utf8' },
      );
      expect(status, `${stdout}\n${stderr}`).toBe(0);
      const lines = stripVTControlCharacters(stdout).split('\n');
      const passed = lines.filter((line) => line.startsWith(' ✓ '));
      expect(passed.filter((line) => line.includes(authorization) && line.includes('/api/greetings'))).toHaveLength(4);
      expect(passed.some((line) => line.includes('has a test request'))).toBe(true);
      for (const file of ['server/src/features/greetings', 'web/src/features/greetings', ...files.slice(2)])
        expect(
          passed.some((line) => line.includes(file)),
          file,
        ).toBe(true);
    },
    TIMEOUT_MS,
  );
});
