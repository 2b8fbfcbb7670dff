import {
  type FieldsThat,
  type Language,
  type ObservationDraft,
  type ObservationVersion,
  type OwnObservation,
  type PartName,
  findRecordPart,
  recordField,
  recordFields,
  type RecordFieldName,
  recordParts,
} from '@veld/contract';
import { clockTime, number, recordedDate } from '../../i18n/format';
import { quoted } from '../../i18n/quoted';
import { attributeLabel, attributeValue } from './group-labels';
import { formatRecordCoordinates, formatCount, type RecordTranslator, choiceLabel, valueLabel } from './record-labels';

type Side = ObservationDraft | OwnObservation | ObservationVersion['record'];

/** First fields of parts that have their own label; `partLabel` has the labels of the others. */
type LabelledField = Exclude<
  RecordFieldName,
  FieldsThat<{ part: string; control: 'none' }> | FieldsThat<{ control: 'taxon' | 'when' | 'place' }>
>;

export function partLabel(part: PartName, t: RecordTranslator): string {
  if (part === 'taxon') return t('observations:taxon.title');
  if (part === 'when') return t('observations:when.title');
  if (part === 'place') return t('observations:where.title');
  return t(`observations:field.${recordParts[part][0] as LabelledField}`);
}

const isField = (name: string): name is RecordFieldName => Object.hasOwn(recordFields, name);

/** The label of a field, or of the part that it represents (local/outbox/merge.ts). */
export function fieldLabel(field: string, t: RecordTranslator): string {
  if (field === 'media') return t('observations:evidence.title');
  return isField(field) ? partLabel(findRecordPart(field), t) : attributeLabel(field.replace('attributes.', ''), t);
}

/** The value of a field in one version, as text; empty if it has none. */
export function fieldValue(field: string, side: Side, name: string | null, t: RecordTranslator, language: Language): string {
  if (field === 'media') return photosValue(side.media, t, language);
  if (isField(field)) return partValue(findRecordPart(field), side, name, t, language);
  const key = field.replace('attributes.', '');
  return attributeValue(key, side.attributes[key], t, language);
}

type Fields = { readonly [K in RecordFieldName]?: unknown };
type PartValue = (side: Side, name: string | null, t: RecordTranslator, language: Language) => string;

/** Texts of parts with several fields. */
const PART_VALUES: { readonly [P in PartName]?: PartValue } = {
  taxon: (side, name, _, language) =>
    [side.taxon_id ? (name ?? number(side.taxon_id, language)) : '', side.verbatim_name ?? ''].filter(Boolean).join(', '),
  when: (side, _, __, language) => {
    const time = side.observed_time ? clockTime(side.observed_time, language) : '';
    return [recordedDate(side.observed_on, language), time].filter(Boolean).join(', ');
  },
  place: ({ latitude = null, longitude = null, coordinate_uncertainty_m = null }, _, __, language) =>
    formatRecordCoordinates({ latitude, longitude, coordinate_uncertainty_m }, language) ?? '',
  count: (side, _, t) => formatCount(side, t) ?? '',
  sharing: ({ geoprivacy, geoprivacy_until: until }, _, t, language) =>
    [choiceLabel('geoprivacy', geoprivacy, t), until ? t('observations:page.until', { date: recordedDate(until, language) }) : '']
      .filter(Boolean)
      .join(', '),
};

function partValue(part: PartName, side: Side, name: string | null, t: RecordTranslator, language: Language): string {
  return PART_VALUES[part]?.(side, name, t, language) ?? standardValue(part, side, t, language);
}

/** The text of a part with one field, by its type. */
export function standardValue(part: PartName, fields: Fields, t: RecordTranslator, language: Language): string {
  const [field] = recordParts[part];
  return valueLabel(fields[field], { type: recordField(field).type, choice: (choice) => choiceLabel(field, choice, t) }, t, language);
}

/** What may differ between versions: the number of photos, the number of crops and the captions. */
function photosValue(media: Side['media'], t: RecordTranslator, language: Language): string {
  const cropped = media.filter((photo) => photo.crop).length;
  return [
    t('observations:record.photos', { count: media.length }),
    cropped > 0 ? t('observations:photo.cropped', { number: cropped }) : '',
    ...media.map((photo) => (photo.caption ? quoted(photo.caption, language) : '')),
  ]
    .filter(Boolean)
    .join(' · ');
}
