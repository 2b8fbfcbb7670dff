import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** A text that a person types, with the taxa that it may mean. See docs/benchmarks/relevance.md. */
export interface Typed {
  language: string;
  text: string;
  /** Scientific names. */
  taxa: readonly string[];
  kind: string;
}

/** The rows of taxonomy/fixtures/typed.tsv; every `every`-th of them. */
export function readTyped(every: number): Typed[] {
  const text = readFileSync(resolve(import.meta.dirname, '../../taxonomy/fixtures/typed.tsv'), 'utf8');
  const rows = text.trimEnd().split('\n').slice(1);
  return rows
    .filter((_, at) => at % every === 0)
    .map((row) => {
      const [language = '', typed = '', taxa = '', kind = ''] = row.split('\t');
      return { language, text: typed, taxa: taxa.split('|'), kind };
    });
}
