import type { Language, TaxonomyImportFaultCode } from '@veld/contract';
import type { Field, Table } from './dialect.ts';
import type { FaultList, FaultPlace } from '../faults.ts';
import type { TextRow } from './rows.ts';

/** Fields in which `NA` means nothing, as R writes it; elsewhere it can be Namibia or a name. */
const WITHOUT_NA: ReadonlySet<Field> = new Set(['id', 'parent_id', 'accepted_id', 'accepted_name', 'original_name', 'rank', 'status']);
/** Fields that a quote which is never closed would fill with further rows. */
const OF_ONE_LINE: ReadonlySet<Field> = new Set(['id', 'parent_id', 'scientific_name', 'canonical_name']);
const NOT_OF_NAMES: ReadonlySet<Field> = new Set(['id', 'parent_id', 'name_id', 'status']);

/** The values of a row by field, with their places for faults. */
export class RowValues {
  readonly #table: Table;
  readonly #row: TextRow;
  readonly #faults: FaultList;
  readonly #valueLength: number;
  readonly #name: readonly string[] | undefined;
  readonly #known = new Map<Field, string>();
  readonly file: string;
  hasErrors = false;

  /** `name`: the row of `table.names` with the row's `name_id`. */
  constructor(table: Table, file: string, row: TextRow, faults: FaultList, valueLength: number, name?: readonly string[]) {
    this.#table = table;
    this.#row = row;
    this.#faults = faults;
    this.#valueLength = valueLength;
    this.#name = name;
    this.file = file;
  }

  get line(): number {
    return this.#row.line;
  }

  has(field: Field): boolean {
    return this.#table.columns.has(field) || this.#table.defaults.has(field) || this.#nameColumn(field) !== undefined;
  }

  /** The value, trimmed and normalised (NFC); '' if empty. Reports characters that cannot be part of a name as an error. */
  get(field: Field): string {
    let value = this.#known.get(field);
    // Read once, so that a fault is reported once.
    if (value === undefined) this.#known.set(field, (value = this.#read(field)));
    return value;
  }

  /** A text that only people read, shortened to `length` characters; null if empty. */
  textUpTo(field: Field, length: number): string | null {
    const index = this.#table.columns.get(field);
    const raw = (index === undefined ? '' : (this.#row.cells[index] ?? '')) || this.#table.defaults.get(field) || '';
    const text = raw
      .normalize('NFC')
      .replace(/[\s\p{Cc}\uFFFD]+/gu, ' ')
      .trim();
    if (text === '' || text === 'NA' || text === 'NULL' || text === '\\N') return null;
    return text.length > length ? `${text.slice(0, length - 1).trimEnd()}…` : text;
  }

  /** The vernacular names in columns of their own, in the order of the columns. */
  vernacularNames(): { language: Language; name: string }[] {
    return [...(this.#table.nameColumns ?? [])].flatMap(([index, language]) =>
      (this.#row.cells[index] ?? '')
        .split(/[|;]/)
        .map((part) => this.#checked(part.trim(), index))
        .filter((name) => /\p{L}/u.test(name) && !/^n\/?a$/i.test(name))
        .map((name) => ({ language, name })),
    );
  }

  #read(field: Field): string {
    const index = this.#table.columns.get(field);
    const { delimiter, quote } = this.#table.dialect;
    let own = (index === undefined ? '' : (this.#row.cells[index] ?? '')).trim();
    if (own === 'NA' && WITHOUT_NA.has(field)) own = '';
    if (quote === null && !this.#table.isVeld) own = withoutQuotes(own);
    if (quote !== null && OF_ONE_LINE.has(field) && /[\r\n]/.test(own) && own.includes(delimiter)) this.#error('open_quote', own, index);
    const raw = own || (this.#name?.[this.#nameColumn(field) ?? -1] ?? '').trim() || this.#table.defaults.get(field) || '';
    return this.#checked(raw, index);
  }

  #checked(raw: string, index: number | undefined): string {
    if (raw === '' || raw === 'NULL' || raw === '\\N') return '';
    if (raw.length > this.#valueLength) {
      this.#error('too_long', raw, index);
      return raw.slice(0, this.#valueLength);
    }
    const value = raw.normalize('NFC').replace(/\s+/g, ' ');
    if (/[\p{Cc}\uFFFD\uFFFE\uFFFF]/u.test(value)) this.#error('text', raw, index);
    return value;
  }

  /** The column of a field in the table of names, which has ids and states of its own. */
  #nameColumn(field: Field): number | undefined {
    return NOT_OF_NAMES.has(field) ? undefined : this.#table.names?.columns.get(field);
  }

  error(field: Field, code: TaxonomyImportFaultCode, value?: string): void {
    this.#error(code, value, this.#table.columns.get(field));
  }

  #error(code: TaxonomyImportFaultCode, value: string | undefined, index: number | undefined): void {
    this.hasErrors = true;
    this.#faults.error(code, this.#placeAt(index, value));
  }

  warn(field: Field, code: TaxonomyImportFaultCode, value?: string): void {
    this.#faults.warn(code, this.place(field, value));
  }

  place(field: Field, value?: string): FaultPlace {
    return this.#placeAt(this.#table.columns.get(field), value);
  }

  #placeAt(index: number | undefined, value: string | undefined): FaultPlace {
    return {
      file: this.file,
      line: this.#row.line,
      column_number: index === undefined ? null : index + 1,
      column_name: index === undefined ? null : (this.#table.titles.get(index) ?? null),
      value: value ?? null,
    };
  }
}

/** The value of a file without quotes that was quoted all the same, or has a stray quote at one end. */
function withoutQuotes(value: string): string {
  if (/^".*"$/s.test(value)) return value.slice(1, -1).replaceAll('""', '"').trim();
  return value.split('"').length === 2 ? value.replace(/^"|"$/, '').trim() : value;
}
