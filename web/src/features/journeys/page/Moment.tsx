import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { clockTime } from '../../../i18n/format';
import { TaxonRow } from '../../../ui/cards/TaxonRow';
import { useLanguage } from '../../../shared/session/session';
import { photosInOrder } from '../../../shared/media/photos-in-order';
import { listChips, formatRecordName, describeRecordPlace, useRecordTranslation } from '../../../shared/records/record-labels';
import type { LocalObservation } from '../../../shared/records/own';
import { OwnPhoto } from '../../../shared/records/photos/OwnPhoto';
import { useNamedRecord } from '../../../shared/taxa/names';
import classes from './Moment.module.css';

/** A record with its time. */
export function Moment({ record: stored, isSameTime }: { record: LocalObservation; isSameTime: boolean }) {
  const record = useNamedRecord(stored);
  const { t } = useTranslation('journeys');
  const recordTexts = useRecordTranslation();
  const language = useLanguage();
  const name = formatRecordName(record, recordTexts);
  const photo = photosInOrder(record.media)[0];
  const note = [...listChips(record, recordTexts), describeRecordPlace(record, language, recordTexts)].filter(Boolean).join(' · ');
  const time = record.observed_time ? (
    <time dateTime={record.observed_time}>{clockTime(record.observed_time, language)}</time>
  ) : (
    t('no_time')
  );
  return (
    <div className={classes.moment}>
      <span className={classes.time}>{isSameTime ? <VisuallyHidden>{time}</VisuallyHidden> : time}</span>
      <TaxonRow
        to={`/observations/${record.id}`}
        name={name}
        scientificName={record.taxon?.scientific_name ?? name}
        rank={record.taxon?.rank ?? 'unranked'}
        group={record.taxon?.group ?? 'other'}
        picture={photo && <OwnPhoto photo={photo} alt="" sizes="56px" />}
        note={note}
      />
    </div>
  );
}
