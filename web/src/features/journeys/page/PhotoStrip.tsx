import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { clockTime } from '../../../i18n/format';
import { useLanguage } from '../../../shared/session/session';
import { photosInOrder } from '../../../shared/media/photos-in-order';
import { type LocalObservation } from '../../../shared/records/own';
import { formatRecordName } from '../../../shared/records/record-labels';
import { OwnPhoto } from '../../../shared/records/photos/OwnPhoto';
import { useRecordTranslation } from '../../../shared/records/use-record-translation';
import { useNamed } from '../../../shared/taxa/names';
import classes from './PhotoStrip.module.css';
import { Section } from './Section';

/** The photos of the records of a journey in order of time; nothing without any. */
export function PhotoStrip({ records }: { records: readonly LocalObservation[] }) {
  const { t } = useTranslation('journeys');
  const recordTexts = useRecordTranslation();
  const language = useLanguage();
  const photos = useNamed(records).flatMap((record) => photosInOrder(record.media).map((photo) => ({ record, photo })));
  if (photos.length === 0) return null;
  return (
    <Section title={t('page.photos')} isPlain>
      <ul className={classes.photos}>
        {photos.map(({ record, photo }) => (
          <li key={photo.id}>
            <Link to={`/observations/${record.id}`}>
              <span className={classes.picture}>
                <OwnPhoto photo={photo} alt="" sizes="240px" />
              </span>
              <span className={classes.words}>
                {record.observed_time && <time dateTime={record.observed_time}>{clockTime(record.observed_time, language)}</time>}
                <span>{formatRecordName(record, recordTexts)}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
