import { ActionIcon } from '@mantine/core';
import { IconCheck, IconCopy, IconEyeOff, IconMapPin } from '@tabler/icons-react';
import { type PartName, partsIn, recordField, recordParts } from '@veld/contract';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { countryName, distance, formatDate, number, recordedDate } from '../../../i18n/format';
import { useLanguage, useUser } from '../../../shared/session/session';
import { HiddenByNote } from '../../sensitive/HiddenByNote';
import { partLabel, standardValue } from '../../../shared/records/field-labels';
import { attributeLines, checkLabel } from '../../../shared/records/group-labels';
import {
  type AnyObservation,
  listChips,
  formatRecordCoordinates,
  isChip,
  isOwn,
  formatMachineTime,
  describeObserver,
  formatWhen,
  formatPlaceWords,
  licenseName,
  useRecordTranslation,
} from '../../../shared/records/record-labels';
import { acknowledgedChecks } from '../../../shared/records/acknowledged';
import { PlaceLinks, usePlacesAt } from '../../../shared/location/PlacesAt';
import shared from './observation.module.css';
import classes from './RecordFacts.module.css';

/** The known facts of a record, as labels and values. */
export function RecordFacts({ record }: { record: AnyObservation }) {
  const t = useRecordTranslation();
  const language = useLanguage();
  const own = isOwn(record);
  const observer = describeObserver(record, t);
  const chips = listChips(record, t);
  const when = formatWhen(record, language);
  const acknowledged = own ? acknowledgedChecks(record) : [];
  const places = usePlacesAt(findShownPoint(record));
  return (
    <dl className={classes.facts}>
      <Fact label={t('observations:page.observer')}>
        {observer.to ? (
          <Link dir="auto" to={own ? '/profile' : observer.to}>
            {observer.name}
          </Link>
        ) : (
          <bdi dir="auto">{observer.name}</bdi>
        )}
      </Fact>
      <Fact label={t('observations:page.when')}>
        {when ? (
          <>
            <time dateTime={formatMachineTime(record)}>{when}</time>
            {record.observed_time && record.time_zone && (
              <span className={shared.quiet}>{t('observations:when.zone', { zone: record.time_zone.replaceAll('_', ' ') })}</span>
            )}
          </>
        ) : (
          <span className={shared.quiet}>{t('observations:page.no_date')}</span>
        )}
      </Fact>
      <Fact label={t('observations:page.where')}>
        <PlaceFact record={record} />
      </Fact>
      {places.length > 0 && (
        <Fact label={t('observations:page.lies_in')}>
          <span>
            <PlaceLinks places={places} />
          </span>
        </Fact>
      )}
      <StandardFacts record={record} parts={partsIn('taxon', 'when', 'where')} />
      {chips.length > 0 && <Fact label={t('observations:page.what')}>{chips.join(' · ')}</Fact>}
      <StandardFacts record={record} parts={partsIn('count', 'details')} />
      {attributeLines(record.attributes ?? {}, t, language).map(({ key, label, value }) => (
        <Fact key={key} label={label}>
          {value}
        </Fact>
      ))}
      {acknowledged.length > 0 && (
        <Fact label={t('observations:acknowledged.label')}>
          {[...new Set(acknowledged.map((check) => checkLabel(check, t)))].join(' · ')}
        </Fact>
      )}
      <StandardFacts record={record} parts={partsIn('notes')} />
      <Fact label={t('observations:field.license')}>{record.license ? licenseName(record.license) : t('observations:license.none')}</Fact>
      <StandardFacts record={record} parts={partsIn('sharing', 'links')} />
      {own && record.created_at && (
        <Fact label={t('observations:page.uploaded')}>
          {formatDate(new Date(record.created_at), language, { dateStyle: 'medium', timeStyle: 'short' })}
        </Fact>
      )}
    </dl>
  );
}

/** The point of a record that hides nothing: of others, nobody is asked where they lie. */
function findShownPoint(record: AnyObservation): { latitude: number; longitude: number } | null {
  const isHidden = isOwn(record) ? (record.geoprivacy ?? 'open') !== 'open' : record.is_obscured;
  const { latitude, longitude } = record;
  return latitude != null && longitude != null && !isHidden ? { latitude, longitude } : null;
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Parts with their own presentation. */
const SHOWN_OTHERWISE: ReadonlySet<PartName> = new Set(['taxon', 'when', 'place', 'sharing', 'license']);

/** Parts with label and value, as far as the user may see them. */
function StandardFacts({ record, parts }: { record: AnyObservation; parts: readonly PartName[] }) {
  const t = useRecordTranslation();
  const language = useLanguage();
  const own = isOwn(record);
  return parts.map((part) => {
    const field = recordField(recordParts[part][0]);
    const value = SHOWN_OTHERWISE.has(part) || isChip(part) ? '' : standardValue(part, record, t, language);
    if (value === '') return null;
    return (
      <Fact key={part} label={partLabel(part, t)}>
        {field.control === 'long_text' ? (
          <p dir="auto" className={classes.notes}>
            {value}
          </p>
        ) : (
          <span dir="auto">{value}</span>
        )}
        {own && field.others === 'never' && <span className={shared.quiet}>{t('observations:details.private_hint')}</span>}
      </Fact>
    );
  });
}

function PlaceFact({ record }: { record: AnyObservation }) {
  const t = useRecordTranslation();
  const language = useLanguage();
  const own = isOwn(record);
  const coordinates = formatRecordCoordinates(record, language);
  const place = formatPlaceWords(record, language) ?? (record.country_code ? countryName(record.country_code, language) : null);
  const uncertainty = record.coordinate_uncertainty_m;
  const { units } = useUser().preferences;
  if (!own && record.is_obscured) {
    return (
      <>
        {place && <span>{place}</span>}
        <span className={classes.cell}>
          <IconEyeOff size={18} aria-hidden />
          {coordinates ? t('common:geoprivacy.cell') : t('common:geoprivacy.hidden')}
        </span>
        {record.hidden_by && <HiddenByNote hiddenBy={record.hidden_by} />}
      </>
    );
  }
  if (!coordinates) return <span className={shared.quiet}>{place ?? t('observations:page.no_place')}</span>;
  const seconds = (value: number) => number(value, language, { style: 'unit', unit: 'second' });
  const geo = `geo:${record.latitude},${record.longitude}${uncertainty ? `;u=${uncertainty}` : ''}`;
  return (
    <>
      {place && <span>{place}</span>}
      <span className={classes.coordinates}>
        <IconMapPin size={18} aria-hidden />
        {own ? <a href={geo}>{coordinates}</a> : coordinates}
        <CopyButton text={`${record.latitude}, ${record.longitude}`} />
      </span>
      <span className={shared.quiet}>
        {uncertainty
          ? t('observations:where.accuracy', { distance: distance(uncertainty, units, language) })
          : t('observations:page.uncertainty_unknown')}
        {own && record.location_source ? ` · ${t(`observations:where.source.${record.location_source}`)}` : ''}
        {own && record.location_delay_s ? ` · ${t('observations:where.delay', { duration: seconds(record.location_delay_s) })}` : ''}
      </span>
      {own && record.geoprivacy !== 'open' && (
        <span className={classes.cell}>
          <IconEyeOff size={18} aria-hidden />
          {t(`common:geoprivacy.${record.geoprivacy}_hint`)}
          {record.geoprivacy_until && ` ${t('observations:page.until', { date: recordedDate(record.geoprivacy_until, language) })}.`}
        </span>
      )}
      {own && record.hidden_by && <HiddenByNote hiddenBy={record.hidden_by} />}
    </>
  );
}

function CopyButton({ text }: { text: string }) {
  const t = useRecordTranslation();
  const [isDone, setDone] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setDone(true),
      (error: unknown) => console.error('Copy', error),
    );
  return (
    <ActionIcon aria-label={isDone ? t('observations:page.copied') : t('common:action.copy')} onClick={() => void copy()}>
      {isDone ? <IconCheck size={20} aria-hidden /> : <IconCopy size={20} aria-hidden />}
    </ActionIcon>
  );
}
