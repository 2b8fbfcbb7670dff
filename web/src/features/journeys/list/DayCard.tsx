import { VisuallyHidden } from '@mantine/core';
import { IconClock, IconMapPin } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { GroupPanel } from '../../../ui/GroupIcon';
import { clockTime } from '../../../i18n/format';
import { photosInOrder } from '../../../shared/media/photos-in-order';
import { useLanguage } from '../../../shared/session/session';
import { formatRecordName } from '../../../shared/records/record-labels';
import { OwnPhoto } from '../../../shared/records/photos/OwnPhoto';
import { useRecordTranslation } from '../../../shared/records/use-record-translation';
import { useNamed } from '../../../shared/taxa/names';
import { type JourneyDay, journeyAddress, longDay, shortDay, whereabouts } from '../data';
import classes from './DayCard.module.css';
import card from './EntryCard.module.css';

const PICTURES = 4;
const NAMES = 3;

/** A day in the list: figures, time, places and pictures. */
export function DayCard({ journey }: { journey: JourneyDay }) {
  const { t } = useTranslation(['journeys', 'common']);
  const recordTexts = useRecordTranslation();
  const language = useLanguage();
  const { day, records, species, first, last } = journey;
  const { weekday, number } = shortDay(day, language);
  const where = whereabouts(journey, language);
  const pictures = picturesOf(journey);
  const rest = Math.max(0, records.length - pictures.length);
  const named = useNamed(records);
  const names = [...new Set(named.map((record) => formatRecordName(record, recordTexts)))];
  const shown = names.length > NAMES ? [...names.slice(0, NAMES), '…'] : names;
  return (
    <article className={`${card.card} ${classes.card}`} data-single={pictures.length === 1 || undefined}>
      <div className={card.date} aria-hidden>
        <span className={card.weekday}>{weekday}</span>
        <span className={card.number}>{number}</span>
      </div>
      <div className={card.words}>
        <h3 className={card.title}>
          <Link to={journeyAddress(day)}>
            <VisuallyHidden>{longDay(day, language)}: </VisuallyHidden>
            <bdi dir="auto">{shown.join(', ')}</bdi>
          </Link>
        </h3>
        <p className={card.line}>
          {t('common:count.records', { count: records.length })} · {t('common:count.species', { count: species })}
        </p>
        <p className={card.line}>
          {first && (
            <span>
              <IconClock size={16} aria-hidden />
              {first === last ? clockTime(first, language) : `${clockTime(first, language)} – ${clockTime(last!, language)}`}
            </span>
          )}
          {where && (
            <span>
              <IconMapPin size={16} aria-hidden />
              {where}
            </span>
          )}
        </p>
      </div>
      <div className={classes.pictures} aria-hidden>
        {pictures.map(({ id, group, photo }) => (
          <span key={id} className={classes.picture}>
            {photo ? (
              <OwnPhoto photo={photo} alt="" sizes="160px" fallback={<GroupPanel group={group} size={40} fill />} />
            ) : (
              <GroupPanel group={group} size={40} fill />
            )}
          </span>
        ))}
        {rest > 0 && <span className={classes.rest}>+{rest}</span>}
      </div>
    </article>
  );
}

/** Photos first, then group icons of records without photos. */
function picturesOf({ records }: JourneyDay) {
  return records
    .map((record) => ({
      id: record.id,
      group: record.taxon?.group ?? ('other' as const),
      photo: photosInOrder(record.media)[0],
    }))
    .sort((one, other) => Number(Boolean(other.photo)) - Number(Boolean(one.photo)))
    .slice(0, PICTURES);
}
