import { MAX_IMPORT_FAULTS, MAX_STORED_IMPORT_FAULTS, type TaxonomyImportFault, type TaxonomyImportFaultCode } from '@veld/contract';

export type FaultPlace = Partial<Pick<TaxonomyImportFault, 'file' | 'line' | 'column_number' | 'column_name' | 'value'>>;

const MAX_VALUE_LENGTH = 200;

/** A fault at a place. Its value is shortened and stripped of characters that cannot be stored or displayed. */
export function makeFault(code: TaxonomyImportFaultCode, place: FaultPlace = {}, isWarning = false): TaxonomyImportFault {
  const value = place.value == null ? null : visible(place.value);
  return {
    is_warning: isWarning,
    code,
    file: place.file ?? null,
    line: place.line ?? null,
    column_number: place.column_number ?? null,
    column_name: place.column_name ?? null,
    value: value !== null && value.length > MAX_VALUE_LENGTH ? `${value.slice(0, MAX_VALUE_LENGTH)}…` : value,
    count: 1,
  };
}

/** Replaces characters that a database or terminal cannot handle. */
function visible(value: string): string {
  return value.toWellFormed().replace(/[\p{Cc}\p{Cf}]/gu, ' ');
}

/** A fatal fault: the file or table cannot be read any further. */
export class ImportStopped extends Error {
  readonly fault: TaxonomyImportFault;

  constructor(code: TaxonomyImportFaultCode, place: FaultPlace = {}) {
    super(code);
    this.name = 'ImportStopped';
    this.fault = makeFault(code, place);
  }
}

/** One fault for all that differ only in their line, with their number; at most as many as are listed. */
export function groupFaults(faults: readonly TaxonomyImportFault[]): TaxonomyImportFault[] {
  const groups = new Map<string, TaxonomyImportFault>();
  for (const fault of faults) {
    const { line: _line, count: _count, ...same } = fault;
    const key = JSON.stringify(same);
    const group = groups.get(key);
    if (group) group.count += 1;
    else groups.set(key, { ...fault });
  }
  return [...groups.values()].slice(0, MAX_IMPORT_FAULTS);
}

/** Collects faults up to a limit, errors before warnings, and counts all. */
export class FaultList {
  readonly #errors: TaxonomyImportFault[] = [];
  readonly #warnings: TaxonomyImportFault[] = [];
  errorCount = 0;
  warningCount = 0;

  error(code: TaxonomyImportFaultCode, place: FaultPlace = {}): void {
    this.add(makeFault(code, place));
  }

  warn(code: TaxonomyImportFaultCode, place: FaultPlace = {}): void {
    this.add(makeFault(code, place, true));
  }

  add(fault: TaxonomyImportFault): void {
    if (fault.is_warning) this.warningCount += 1;
    else this.errorCount += 1;
    const list = fault.is_warning ? this.#warnings : this.#errors;
    if (list.length < MAX_STORED_IMPORT_FAULTS) list.push(fault);
  }

  /** Adds a fatal fault at the start of the list. */
  stop(fault: TaxonomyImportFault): void {
    this.errorCount += 1;
    this.#errors.unshift(fault);
  }

  /** Counts warnings without storing them. */
  countFurtherWarnings(count: number): void {
    this.warningCount += count;
  }

  get all(): TaxonomyImportFault[] {
    return [...this.#errors, ...this.#warnings].slice(0, MAX_STORED_IMPORT_FAULTS);
  }
}
