import { GEOPRIVACIES, type Language, LICENSES, LIFE_STAGES, readCount, SEXES } from '@veld/contract';
import { choiceLabel, type RecordTranslator } from '../../../shared/records/record-labels';
import type { BulkEdit } from '../workbench/bulk-edit';
import type { CellField } from '../workbench/RecordCellEditor';
import type { TaxonReading } from './find-taxon';
import { fold } from './fold';
import { type DayOrder, readDate } from './read-date';

export interface CellReader {
  language: Language;
  t: RecordTranslator;
  /** Null until the person has said which. */
  order: DayOrder | null;
  findTaxon: (text: string) => Promise<TaxonReading>;
}

type Faults<R> = Extract<R, { fault: unknown }> extends { fault: infer F } ? F : never;
type CountFaultKey = `count_fault.${Exclude<Faults<ReturnType<typeof readCount>>, undefined>}`;
/** Why a cell is not understood: a text of the app, or that the order of day and month has to be known first. */
export type CellFault = CountFaultKey | Faults<ReturnType<typeof readDate>> | Faults<TaxonReading> | 'choice';

export type CellReading = { edit: BulkEdit } | { fault: CellFault };

const CHOICES = { life_stage: LIFE_STAGES, sex: SEXES, geoprivacy: GEOPRIVACIES, license: LICENSES } as const;

/** Reads text, which is not empty, as the value of a field, by the rules by which the form reads what is typed. */
export async function readCell(field: CellField, typed: string, reader: CellReader): Promise<CellReading> {
  const text = typed.trim();
  const set = (value: BulkEdit['value']): CellReading => ({ edit: { target: { field }, action: 'set', value } });
  if (field === 'taxon_id') {
    const found = await reader.findTaxon(text);
    if ('fault' in found) return found;
    return { edit: { target: { field }, action: 'set', value: { taxon_id: found.taxon.id }, taxon: found.taxon } };
  }
  if (field === 'observed_on') {
    const date = readDate(text, reader.order);
    if ('fault' in date) return date;
    // A day alone keeps the time that the record has.
    const isDay = /^\d{4}-\d\d-\d\d$/.test(date.on);
    return set({ observed_on: date.on, ...(date.time === null && isDay ? {} : { observed_time: date.time }) });
  }
  if (field === 'count') {
    const count = readCount(text, reader.language);
    if (count.kind === 'fault') return { fault: `count_fault.${count.fault}` };
    return count.kind === 'count' ? set(count.value) : { edit: { target: { field }, action: 'clear', value: null } };
  }
  if (field === 'notes' || field === 'private_notes') return set(text);
  const choice = readChoice(field, text, reader.t);
  return choice === undefined ? { fault: 'choice' } : set(choice);
}

/** The choice that a text means: its label in the language of the person, or its name in exports. */
export function readChoice<F extends keyof typeof CHOICES>(
  field: F,
  text: string,
  t: RecordTranslator,
): (typeof CHOICES)[F][number] | undefined {
  const choices: readonly (typeof CHOICES)[F][number][] = CHOICES[field];
  return choices.find((one) => fold(one) === fold(text) || fold(choiceLabel(field, one, t)) === fold(text));
}

/** A fault in words. */
export function faultText(fault: CellFault, t: RecordTranslator): string {
  return fault.startsWith('count_fault.')
    ? t(`observations:${fault as CountFaultKey}`)
    : t(`observations:paste.fault.${fault as Exclude<CellFault, CountFaultKey>}`);
}
