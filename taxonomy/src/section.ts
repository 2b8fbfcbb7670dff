import { items } from './block.ts';

/**
 * Normalised names in arrival order as one long text, each name between line feeds: a search is a walk of `indexOf`
 * from the commonest taxon down, which may end as soon as enough is found.
 */
export class NameSection {
  /** `\nbellis perennis\nparus major\n` */
  readonly text: string;
  /** `\nbellisperennis\nparusmajor\n` */
  readonly joined: string;
  readonly size: number;
  readonly #starts: Uint32Array;
  readonly #joinedStarts: Uint32Array;
  readonly #rows: Uint32Array;

  /** `lines`: one a row, in arrival order, its names as a block keeps them. */
  constructor(lines: Iterable<string>) {
    const names: string[] = [];
    const rows: number[] = [];
    let row = 0;
    for (const line of lines) {
      for (const name of items(line)) {
        names.push(name);
        rows.push(row);
      }
      row++;
    }
    this.size = names.length;
    this.text = `\n${names.join('\n')}\n`;
    this.joined = this.text.replaceAll(' ', '');
    this.#rows = Uint32Array.from(rows);
    this.#starts = startsOf(this.text, names.length);
    this.#joinedStarts = startsOf(this.joined, names.length);
  }

  row(name: number): number {
    return this.#rows[name] ?? 0;
  }

  name(name: number): string {
    const start = this.#starts[name] ?? 0;
    return this.text.slice(start, this.text.indexOf('\n', start));
  }

  /** Calls `visit` once for each name whose text holds `pattern`, in arrival order, until it answers false. */
  scan(pattern: string, visit: (name: number) => boolean): void {
    walk(this.text, this.#starts, pattern, visit);
  }

  /** The same over the joined forms. */
  scanJoined(pattern: string, visit: (name: number) => boolean): void {
    walk(this.joined, this.#joinedStarts, pattern, visit);
  }
}

function walk(text: string, starts: Uint32Array, pattern: string, visit: (name: number) => boolean): void {
  let position = text.indexOf(pattern);
  while (position !== -1) {
    const name = nameAt(starts, pattern.startsWith('\n') ? position + 1 : position);
    if (!visit(name)) return;
    const next = starts[name + 1];
    if (next === undefined) return;
    // From the line feed before the next name, since patterns may begin with one.
    position = text.indexOf(pattern, next - 1);
  }
}

function startsOf(text: string, size: number): Uint32Array {
  const starts = new Uint32Array(size);
  let position = 1;
  for (let name = 0; name < size; name++) {
    starts[name] = position;
    position = text.indexOf('\n', position) + 1;
  }
  return starts;
}

/** The last name that begins at or before a position. */
function nameAt(starts: Uint32Array, position: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((starts[middle] ?? 0) <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}
