import type { Language, ObservationDraft, OwnObservation } from '@veld/contract';
import { ago, number, recordedDate } from '../../i18n/format';
import { HELD, type ItemError, type OutboxItem } from '../../local/rows';
import type { Bar } from '../../local/sending-rules';
import { attributeLabel, attributeValue } from './group-words';
import { clockTime, coordinatesOf, countOf, licenseName, type RecordWords } from './record-words';

/** The last failure in plain words; the server's own where it gave some, because they are translated and exact. */
const NETWORK_WORDS = { network: 'common:error.network', timeout: 'common:error.timeout', not_ours: 'common:error.not_ours' } as const;

export function errorWords(error: ItemError, t: RecordWords): string {
  if (error.code === 'gone') return t('observations:outbox.error.gone');
  if (error.code === 'conflict') return t('observations:outbox.error.conflict');
  if (error.code === 'not_logged_in') return t('common:sync.log_in_again');
  if (error.kind === 'network' || error.kind === 'timeout' || error.kind === 'not_ours') return t(NETWORK_WORDS[error.kind]);
  if (error.kind === 'device') return t('observations:outbox.error.device');
  const fields = Object.values(error.errors ?? {}).flat();
  if (fields.length > 0) return fields.join(' ');
  if (error.status !== null && error.status >= 500) return t('common:error.server');
  return error.detail ?? error.title ?? t('common:error.title');
}

/** When it goes on, or what keeps it here; null where it is on its way, or somebody has to decide. */
export function nextTryWords(item: OutboxItem, bar: Bar | null, t: RecordWords, language: Language, now: number): string | null {
  if (item.state !== 'waiting') return null;
  if (item.next_try_at === HELD && bar !== 'on_hold' && bar !== 'paused')
    return t(item.kind === 'photo' ? 'observations:outbox.after_record' : 'observations:outbox.after_previous');
  if (bar) return t(`observations:outbox.bar.${bar}`);
  if (item.next_try_at <= now) return t('observations:outbox.soon');
  return t('observations:outbox.next_try', { when: ago(item.next_try_at, language, now) });
}

type Side = ObservationDraft | OwnObservation;

/** One line of a clash: what it is about, and how each side has it. */
export interface ClashLine {
  label: string;
  mine: string;
  theirs: string;
}

export function clashLines(item: OutboxItem, names: { mine: string | null }, t: RecordWords, language: Language): ClashLine[] {
  if (!item.conflict || item.kind !== 'record') return [];
  const mine = item.input.body as ObservationDraft;
  const theirs = item.conflict.current;
  const theirName = theirs.taxon?.name ?? null;
  return item.conflict.clashes.map((field) => ({
    label: clashLabel(field, t),
    mine: clashValue(field, mine, names.mine, t, language) || t('observations:outbox.nothing'),
    theirs: clashValue(field, theirs, theirName, t, language) || t('observations:outbox.nothing'),
  }));
}

function clashLabel(field: string, t: RecordWords): string {
  if (field === 'taxon_id') return t('observations:taxon.title');
  if (field === 'observed_on') return t('observations:when.title');
  if (field === 'latitude') return t('observations:where.title');
  if (field === 'media') return t('observations:evidence.title');
  const known = KNOWN.find((one) => one === field);
  return known ? t(`observations:field.${known}`) : attributeLabel(field.replace('attributes.', ''), t);
}

const KNOWN = ['count', 'life_stage', 'sex', 'notes', 'private_notes', 'geoprivacy', 'license'] as const;

function clashValue(field: string, side: Side, name: string | null, t: RecordWords, language: Language): string {
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
      return t('observations:record.photos', { count: side.media.length });
    case 'notes':
    case 'private_notes':
      return side[field] ?? '';
    default: {
      const key = field.replace('attributes.', '');
      return attributeValue(key, side.attributes[key], t, language);
    }
  }
}
