import type { Language, ObservationDraft, ObservationVersion, OwnObservation } from '@veld/contract';
import { number, recordedDate } from '../../i18n/format';
import { attributeLabel, attributeValue } from './group-labels';
import { clockTime, coordinatesOf, countOf, licenseName, type RecordTranslator } from './record-labels';

type Side = ObservationDraft | OwnObservation | ObservationVersion['record'];

/** What a field, or the group of fields that it stands for (local/merge.ts), is called. */
export function fieldLabel(field: string, t: RecordTranslator): string {
  if (field === 'taxon_id') return t('observations:taxon.title');
  if (field === 'observed_on') return t('observations:when.title');
  if (field === 'latitude') return t('observations:where.title');
  if (field === 'media') return t('observations:evidence.title');
  const known = KNOWN.find((one) => one === field);
  return known ? t(`observations:field.${known}`) : attributeLabel(field.replace('attributes.', ''), t);
}

const KNOWN = ['count', 'life_stage', 'sex', 'notes', 'private_notes', 'geoprivacy', 'license'] as const;

/** What one version says there, in words; empty where it says nothing. */
export function fieldValue(field: string, side: Side, name: string | null, t: RecordTranslator, language: Language): string {
  switch (field) {
    case 'taxon_id':
      return [side.taxon_id ? (name ?? number(side.taxon_id, language)) : '', side.verbatim_name ?? ''].filter(Boolean).join(', ');
    case 'observed_on': {
      const time = side.observed_time ? clockTime(side.observed_time, language) : '';
      return [recordedDate(side.observed_on, language), time].filter(Boolean).join(', ');
    }
    case 'latitude':
      return (
        coordinatesOf(
          {
            latitude: side.latitude ?? null,
            longitude: side.longitude ?? null,
            coordinate_uncertainty_m: side.coordinate_uncertainty_m ?? null,
          },
          language,
        ) ?? ''
      );
    case 'count':
      return countOf(side as Parameters<typeof countOf>[0], t) ?? '';
    case 'life_stage':
      return side.life_stage ? t(`common:stage.${side.life_stage}`) : '';
    case 'sex':
      return side.sex ? t(`common:sex.${side.sex}`) : '';
    case 'geoprivacy':
      return [
        t(`common:geoprivacy.${side.geoprivacy}`),
        side.geoprivacy_until ? t('observations:page.until', { date: recordedDate(side.geoprivacy_until, language) }) : '',
      ]
        .filter(Boolean)
        .join(', ');
    case 'license':
      return side.license ? licenseName(side.license) : '';
    case 'media':
      return photosValue(side.media, t);
    case 'notes':
    case 'private_notes':
      return side[field] ?? '';
    default: {
      const key = field.replace('attributes.', '');
      return attributeValue(key, side.attributes[key], t, language);
    }
  }
}

/** How many, how many of them cropped, and their captions: what two versions may differ in. */
function photosValue(media: Side['media'], t: RecordTranslator): string {
  const cropped = media.filter((photo) => photo.crop).length;
  return [
    t('observations:record.photos', { count: media.length }),
    cropped > 0 ? t('observations:photo.cropped', { number: cropped }) : '',
    ...media.map((photo) => (photo.caption ? `“${photo.caption}”` : '')),
  ]
    .filter(Boolean)
    .join(' · ');
}
