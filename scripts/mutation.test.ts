import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawMutants, sourcesIn } from '../e2e/mutation/draw.ts';
import { instrument } from '../e2e/mutation/instrument.ts';
import { findMutants } from '../e2e/mutation/operators.ts';
import { runMutants } from '../e2e/mutation/run-mutants.ts';

const ROOT = resolve(import.meta.dirname, '..');
const AREAS = ['contract/src', 'server/src/features', 'web/src/local', 'web/src/app'];

/** The mutants of a source as `original → replacement`. */
function mutantsOf(text: string, path = 'a.ts'): string[] {
  return findMutants(path, text).map(({ original, replacement }) => `${original} → ${replacement ?? 'removed'}`);
}

describe('the mutants of a source', () => {
  it.each([
    ['x = a < b;', ['a < b → a <= b', 'a < b → a >= b']],
    ['x = a === b;', ['a === b → a !== b']],
    ['x = a && b || c;', ['a && b || c → (a && b) && c', 'a && b → a || b']],
    ['x = a ?? b;', ['a ?? b → a && b']],
    ['x = !a;', ['!a → a']],
    ['x = a ? b : c;', ['a → !(a)']],
    ['x = a + b * c;', ['a + b * c → a - (b * c)', 'b * c → b / c']],
    ['x += a; x++;', ['x += a → x -= a', 'x++ → x--']],
    ['x = [true, 0, 60_000, -1];', ['[true, 0, 60_000, -1] → []', 'true → false', '0 → 1', '60_000 → 0', '-1 → 1']],
    ["x = ['a', '', `b${c}`];", ["['a', '', `b${c}`] → []", "'a' → ''", "'' → 'mutated'", "`b${c}` → ''"]],
    ['x = { a };', ['{ a } → {}']],
    [
      'a(); await b(); void c(); d?.e();',
      ['a(); → removed', 'await b(); → removed', 'void c(); → removed', 'd?.e(); → removed', 'd?.e() → d.e()'],
    ],
    ['x = a?.b?.[c]?.(d);', ['a?.b?.[c]?.(d) → a?.b?.[c](d)', 'a?.b?.[c]?.(d) → a?.b[c]?.(d)', 'a?.b?.[c]?.(d) → a.b?.[c]?.(d)']],
  ])('%s', (text, mutants) => {
    expect(mutantsOf(text)).toEqual(mutants);
  });

  it('remove early returns, and the blocks that do more than one call', () => {
    expect(mutantsOf('function f() { if (a()) return 1; return b; }')).toEqual([
      '{ if (a()) return 1; return b; } → removed',
      'a() → !(a())',
      'return 1; → removed',
      '1 → 2',
    ]);
    expect(mutantsOf('if (a()) { b(); }')).toEqual(['a() → !(a())', 'b(); → removed']);
  });

  it('leave out what no test should depend on', () => {
    for (const text of [
      "import { a } from './a.ts';\nexport { b } from './b.ts';\nexport * from './c.ts';",
      "type A = 'a' | { b: 1 };\ninterface B { a: 'x' }\nfunction f(a: 'a' | 2): asserts a is 'a';",
      "const a = b as 'c';",
      '// if (a < b) c();',
      "console.error('a', { b: 1 });\ncontext.log.info({ a: 1 }, 'b');\nlog?.warn(`a ${b}`);",
      'throw new Error(`no ${a}`);',
      "throw new DataMissing('The page is empty');",
      "const a = b.describe('Where the data is');",
      'const a = f.g`select 1`;',
      "'use strict';",
      "const a = import.meta.glob('./*.json');\nconst b = new URL('./b.ts', import.meta.url);",
      "const a = () => import('./a.ts');",
    ])
      expect(mutantsOf(text), text).toEqual([]);
    expect(mutantsOf("throw new Refused('not_found');")).toEqual(["'not_found' → ''"]);
    expect(mutantsOf("const a = route({ summary: 'Who', path: '/a' });")).toEqual(["{ summary: 'Who', path: '/a' } → {}", "'/a' → ''"]);
    expect(mutantsOf("useEffect(() => a(), [b, 'c']);")).toEqual(["useEffect(() => a(), [b, 'c']); → removed"]);
    const element = '<A className={b ? "c" : "d"} size="sm" stroke={1.5} label={a("b")}>text</A>';
    expect(mutantsOf(`const a = ${element};`, 'a.tsx')).toEqual(['"b" → \'\'']);
  });

  it('are behind switches in every source of the project, and the sources still parse', () => {
    const sources = sourcesIn(ROOT, AREAS);
    expect(sources.length).toBeGreaterThan(250);
    for (const path of sources) {
      const text = readFileSync(join(ROOT, path), 'utf8');
      const mutants = findMutants(path, text).map((mutant, id) => ({ ...mutant, id }));
      expect(() => instrument(path, text, mutants, './switch.ts'), path).not.toThrow();
    }
  });
});

describe('drawn mutants', () => {
  it('are the same for the same seed, and others for another', () => {
    const keys = (seed: number) =>
      drawMutants(ROOT, ['contract/src'], 30, seed).map(({ path, start, operator }) => `${path} ${start} ${operator}`);
    expect(keys(1)).toHaveLength(30);
    expect(keys(1)).toEqual(keys(1));
    expect(keys(1)).not.toEqual(keys(2));
  });

  it('are only those of the wanted files and lines', () => {
    const path = 'web/src/local/app/notifier.ts';
    const all = drawMutants(ROOT, AREAS, 1000, 1, [path]);
    expect(new Set(all.map((mutant) => mutant.path))).toEqual(new Set([path]));
    const { line } = all.at(-1)!;
    const ofLine = drawMutants(ROOT, AREAS, 1000, 1, [`${path}:${line}`]);
    expect(ofLine).not.toEqual([]);
    expect(ofLine.every((mutant) => mutant.line === line)).toBe(true);
    expect(ofLine.length).toBeLessThan(all.length);
  });
});

describe('a run over a fixture', () => {
  const SOURCE = `export function price(count: number, isMember: boolean): number {
  if (isMember) return count * 9;
  return count * 10;
}
export function label(count: number): string {
  return count === 1 ? 'one' : 'many';
}
export function sum(count: number): number {
  let total = 0;
  for (let step = 0; step < count; step++) total += step;
  return total;
}
export function unused(count: number): boolean {
  return count === 5;
}
`;
  const header = `import { expect, it } from 'vitest';\nimport { label, price, sum } from './price.ts';\n`;
  // A test may have a program in a text, which imports what is not there; a package may have files that are not sources.
  const GOOD = `${header}export const PROGRAM = "\\\nimport './nowhere.ts';\\\nimport file from '@veld/geography/files/places.gz?url';";
it('has a price', () => {
    expect([price(2, false), price(2, true)]).toEqual([20, 18]);
    expect([sum(0), sum(4)]).toEqual([0, 6]);
  });\n`;
  const USELESS = `${header}it('has a label', () => {
    label(1);
    expect(typeof label(2)).toBe('string');
  });\n`;
  const USEFUL = `${header}it('has a label', () => {
    expect([label(0), label(1), label(2)]).toEqual(['many', 'one', 'many']);
  });\n`;
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'veld-mutants-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function run(name: string, labelTest: string, others: Record<string, string> = {}, lines: readonly number[] = []) {
    const root = join(folder, name);
    mkdirSync(root);
    symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
    const files = {
      'package.json': '{ "type": "module" }',
      'price.ts': SOURCE,
      'price.test.ts': GOOD,
      'label.test.ts': labelTest,
      'vitest.config.mjs': `export default { test: { maxWorkers: 1, projects: [{ test: { name: 'fixture', include: ['*.test.ts'] } }] } };`,
      ...others,
    };
    for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text);
    const only = lines.map((line) => `price.ts:${line}`);
    const mutants = drawMutants(root, ['price.ts'], 1000, 1, only);
    const result = await runMutants({
      root,
      config: 'vitest.config.mjs',
      mutants,
      processes: 1,
      // A twentieth of the time limit: one mutant never ends.
      machineFactor: 0.05,
      cacheFolder: join(folder, 'cache'),
    });
    const of = (...lines: number[]) => result.outcomes.filter(({ mutant }) => lines.includes(mutant.line));
    return { ...result, of, states: (...lines: number[]) => new Set(of(...lines).map(({ state }) => state)) };
  }

  it('kills what the good test notices, and reports what the useless one lets live', async () => {
    const { of, states, broken, outcomes } = await run('useless', USELESS);
    expect(broken).toEqual([]);
    expect(outcomes.length).toBeGreaterThan(15);
    expect(states(1, 2, 3)).toEqual(new Set(['killed']));
    expect(of(2)[0]!.by).toBe('price.test.ts > has a price');
    expect(of(6).map(({ mutant, state }) => `${mutant.original} → ${mutant.replacement}: ${state}`)).toEqual([
      'count === 1 → count !== 1: survived',
      '1 → 2: survived',
      "'one' → '': survived",
      "'many' → '': survived",
    ]);
    expect(of(10).find(({ mutant }) => mutant.replacement === 'step--')!.state).toBe('timeout');
    expect(states(14)).toEqual(new Set(['unreached']));

    // Only the tests that are new or changed are asked again what they reach.
    const failing = `${header}it('is wrong', () => { expect([price(1, true), unused(5)]).toEqual('nothing'); });\n`;
    const again = await run('useful', USEFUL, { 'wrong.test.ts': failing }, [2, 6, 14]);
    expect(again.broken).toEqual(['wrong.test.ts: wrong.test.ts > is wrong']);
    expect(again.states(6)).toEqual(new Set(['killed']));
    // A test that fails with no mutant kills nothing.
    expect(again.states(14)).toEqual(new Set(['unreached']));

    // Over the same files, what is known already does not run again: it would take another time.
    const resumed = await run('resumed', USEFUL, { 'wrong.test.ts': failing }, [2, 6, 14]);
    expect(resumed.of(2, 6)).toEqual(again.of(2, 6));
  });
});
