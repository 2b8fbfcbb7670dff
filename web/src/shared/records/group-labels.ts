import {
  type CheckName,
  CHECKS,
  COUNT_TABLE_SEXES,
  countTableKey,
  GROUP_FIELD_NAMES,
  groupField,
  type GroupFieldName,
  isGroupFieldName,
  type Language,
  LIFE_STAGES,
  acknowledgedKey,
} from '@veld/contract';
import { number } from '../../i18n/format';
import { type RecordTranslator, valueLabel } from './record-labels';

type Sex = (typeof COUNT_TABLE_SEXES)[number];
export type TableStage = (typeof LIFE_STAGES)[number] | 'unknown';
export const TABLE_STAGES: readonly TableStage[] = [...LIFE_STAGES, 'unknown'];

/** The cells of the count table (sex and life stage) by attribute name. */
const CELLS = new Map(
  TABLE_STAGES.flatMap((stage) => COUNT_TABLE_SEXES.map((sex) => [countTableKey(sex, stage), { sex, stage }] as const)),
);

export const isTableKey = (name: string): boolean => CELLS.has(name);

export function sexLabel(sex: Sex, t: RecordTranslator): string {
  return sex === 'unknown' ? t('observations:table.unknown') : t(`common:sex.${sex as 'female'}`);
}

export function stageLabel(stage: TableStage, t: RecordTranslator): string {
  return stage === 'unknown' ? t('observations:table.unknown') : t(`common:stage.${stage as 'egg'}`);
}

export function groupChoiceLabel(name: GroupFieldName, choice: string, t: RecordTranslator): string {
  // A choice from a newer version of the app is shown untranslated.
  return groupField(name).choices?.includes(choice) ? t(`observations:choice.${`${name}.${choice}` as 'vitality.alive'}`) : choice;
}

/** The label of what a check is about. */
export function checkLabel(check: CheckName, t: RecordTranslator): string {
  switch (check) {
    case 'future':
    case 'long_ago':
      return t('observations:when.title');
    case 'wide_place':
      return t('observations:where.title');
    case 'not_listed':
    case 'unusual_month':
      return t('observations:taxon.title');
    case 'unusual_count':
      return t('observations:field.count');
  }
}

/** The label of an attribute; the key itself if it is not declared. */
export function attributeLabel(key: string, t: RecordTranslator): string {
  const check = CHECKS.find((one) => acknowledgedKey(one) === key);
  if (check) return t('observations:acknowledged.field', { what: checkLabel(check, t) });
  const cell = CELLS.get(key);
  if (cell) return t('observations:table.cell', { sex: sexLabel(cell.sex, t), stage: stageLabel(cell.stage, t) });
  return isGroupFieldName(key) ? t(`observations:attribute.${key}`) : key;
}

export function attributeValue(key: string, value: unknown, t: RecordTranslator, language: Language): string {
  const { type, unit } = isGroupFieldName(key) ? groupField(key) : { type: 'text' as const, unit: undefined };
  return valueLabel(value, { type, unit, choice: (choice) => groupChoiceLabel(key as GroupFieldName, choice, t) }, t, language);
}

export interface AttributeLine {
  key: string;
  label: string;
  value: string;
}

/** The group fields of a record in order of declaration, then its count table in one line. */
export function attributeLines(attributes: Readonly<Record<string, unknown>>, t: RecordTranslator, language: Language): AttributeLine[] {
  const lines = GROUP_FIELD_NAMES.flatMap((key) => {
    const value = attributeValue(key, attributes[key], t, language);
    return value === '' ? [] : [{ key, label: attributeLabel(key, t), value }];
  });
  const cells = [...CELLS.keys()].flatMap((key) => {
    const count = attributes[key];
    return typeof count === 'number' ? [`${number(count, language)} × ${attributeLabel(key, t)}`] : [];
  });
  return cells.length === 0 ? lines : [...lines, { key: 'table', label: t('observations:table.title'), value: cells.join(' · ') }];
}
