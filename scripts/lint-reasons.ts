import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const CONFIGURATION = '.oxlintrc.json';

/** A rule that is off for all files or for some, and the comment on its line. */
const OFF = /"([\w/-]+)":\s*(?:"(?:off|allow)"|\["(?:off|allow)"|0\b)[^/]*(?:\/\/(.*))?/;
/** A comment that turns rules off for a line or a file, and the reason after it. */
const DISABLED = /\b(?:oxlint|eslint)-disable(?:-next)?(?:-line)?\s+((?:(?!--|\*\/).)*)(?:--\s*([^*}]*))?/g;
/** Fewer letters say no more than the name of the rule. */
const SHORTEST = 12;

/** The rules that the linter's configuration turns off without a reason beside it. */
export function findRulesWithoutReason(root: string): { file: string; rule: string }[] {
  const path = join(root, CONFIGURATION);
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .map((line) => OFF.exec(line))
    .filter((match) => match !== null && isNoReason(match[2]))
    .map((match) => ({ file: CONFIGURATION, rule: `turns ${match?.[1]} off without a reason on its line` }));
}

/** Comments of a file that turn a rule off without a reason after ` -- `. */
export function findCommentsWithoutReason(file: string, text: string): { file: string; rule: string }[] {
  return [...text.matchAll(DISABLED)]
    .filter(([, , reason]) => isNoReason(reason))
    .map(([, rules = '']) => ({ file, rule: `turns ${rules.trim()} off without a reason after --` }));
}

function isNoReason(reason = ''): boolean {
  return reason.trim().length < SHORTEST;
}
