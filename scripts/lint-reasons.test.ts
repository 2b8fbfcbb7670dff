import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { findCommentsWithoutReason, findRulesWithoutReason } from './lint-reasons.ts';

describe('a rule of the linter', () => {
  let folder: string;
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is off in the configuration only with a reason on its line', () => {
    folder = mkdtempSync(join(tmpdir(), 'veld-lint-'));
    const rules = [
      '"no-new": "off",',
      '"no-shadow": "off", // why',
      '"react/refs": ["off", {}],',
      '"no-empty": "allow",',
      '"no-console": "off", // a command prints its result',
      '"no-var": "error",',
    ];
    writeFileSync(join(folder, '.oxlintrc.json'), `{ "rules": {\n${rules.join('\n')}\n} }`);
    expect(findRulesWithoutReason(folder).map(({ rule }) => rule.split(' ')[1])).toEqual(['no-new', 'no-shadow', 'react/refs', 'no-empty']);
    expect(findRulesWithoutReason(resolve(import.meta.dirname, '..'))).toEqual([]);
  });

  it('is off in a file only with a reason after two dashes', () => {
    // Put together here, so that this file has no such comment itself.
    const disable = ['oxlint', 'disable', 'next', 'line'].join('-');
    const found = (comment: string) => findCommentsWithoutReason('a.tsx', `{/* ${comment} */}\n// ${comment}\n`).map(({ rule }) => rule);
    expect(found(`${disable} no-empty`)).toEqual(Array(2).fill('turns no-empty off without a reason after --'));
    expect(found(`${disable} no-empty -- yes`)).toHaveLength(2);
    expect(found(`${disable} no-empty -- a file may be missing`)).toEqual([]);
  });
});
