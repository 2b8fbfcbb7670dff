import { parseSync } from 'oxc-parser';
import type { Mutant } from './operators.ts';

/** A mutant with the number that switches it on. */
export interface NumberedMutant extends Mutant {
  id: number;
}

/** The mutants of one range of the text, with those inside it. */
interface Site {
  start: number;
  end: number;
  isStatement: boolean;
  mutants: NumberedMutant[];
  inner: Site[];
}

/**
 * The source with all its mutants in it, each behind a switch (mutant schemata): one transform then serves every mutant.
 * `switchModule` is the path from the source to switch.ts.
 */
export function instrument(path: string, text: string, mutants: readonly NumberedMutant[], switchModule: string): string {
  const header = `import { isMutant as __isMutant } from '${switchModule}'; `;
  const result = header + render(text, { start: 0, end: text.length, isStatement: false, mutants: [], inner: nest(mutants) });
  const [error] = parseSync(path, result).errors;
  if (error) throw new Error(`${path} does not parse with its mutants: ${error.message}\n${error.codeframe ?? ''}`);
  return result;
}

function nest(mutants: readonly NumberedMutant[]): Site[] {
  const top: Site[] = [];
  const open: Site[] = [];
  const isRemoval = ({ replacement }: Mutant) => replacement === null;
  const inOrder = mutants.toSorted(
    (one, two) => one.start - two.start || two.end - one.end || Number(isRemoval(two)) - Number(isRemoval(one)),
  );
  for (const mutant of inOrder) {
    while (open.length > 0 && open.at(-1)!.end <= mutant.start) open.pop();
    const last = open.at(-1);
    if (last?.start === mutant.start && last.end === mutant.end && last.isStatement === isRemoval(mutant)) {
      last.mutants.push(mutant);
      continue;
    }
    const site = { start: mutant.start, end: mutant.end, isStatement: isRemoval(mutant), mutants: [mutant], inner: [] };
    (last?.inner ?? top).push(site);
    open.push(site);
  }
  return top;
}

function render(text: string, site: Site): string {
  let original = '';
  let at = site.start;
  for (const inner of site.inner) {
    original += text.slice(at, inner.start) + render(text, inner);
    at = inner.end;
  }
  original += text.slice(at, site.end);
  if (site.mutants.length === 0) return original;
  // Every switch is asked, also where no mutant is on: that records which tests reach them.
  if (site.isStatement) return `{ if (${site.mutants.map(({ id }) => `!__isMutant(${id})`).join(' && ')}) { ${original} } }`;
  return `(${site.mutants.map(({ id, replacement }) => `__isMutant(${id}) ? (${replacement}) : `).join('')}(${original}))`;
}
