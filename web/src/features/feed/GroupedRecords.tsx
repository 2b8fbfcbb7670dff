import { Button } from '@mantine/core';
import { isAboveSpecies, type PublicObservation } from '@veld/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { recordedDate } from '../../i18n/format';
import { Avatar } from '../../ui/avatar/Avatar';
import { GroupPanel } from '../../ui/GroupIcon';
import { Photo } from '../../ui/Photo';
import { useLanguage } from '../../shared/session/session';
import { photosInOrder } from '../../shared/media/photos-in-order';
import { formatRecordName, describeObserver, describeRecordPlace, useRecordTranslation } from '../../shared/records/record-labels';
import { useNamed } from '../../shared/taxa/names';
import { GroupedRecord } from './GroupedRecord';
import classes from './GroupedRecords.module.css';

const FIRST_NAMES = 5;
const MAX_PHOTOS = 12;
/** Up to so many photos share the width of the card. */
const FILLING = 3;
const WHOLE_CARD = '(min-width: 64em) 384px, (min-width: 37.5em) 50vw, 100vw';

interface Props {
  records: readonly [PublicObservation, ...PublicObservation[]];
  /** The ids of records of species that the user has not recorded. */
  newSpecies: ReadonlySet<string>;
}

/** The records of a walk or a tally of one person as one card: its photos in a strip, then the names, of which one at a time is open. */
export function GroupedRecords({ records: given, newSpecies }: Props) {
  const { t } = useTranslation(['feed', 'common']);
  const tr = useRecordTranslation();
  const language = useLanguage();
  const [isWhole, setIsWhole] = useState(false);
  const [openId, setOpenId] = useState<string | null>(null);
  const records = useNamed(given);
  const [newest] = given;
  const observer = describeObserver(newest, tr);
  const species = new Set(records.flatMap(({ taxon }) => (taxon && !isAboveSpecies(taxon.rank) ? taxon.id : [])));
  const counts = [
    t('common:count.records', { count: records.length }),
    species.size > 0 && t('common:count.species', { count: species.size }),
  ];
  const days = [...new Set(records.flatMap(({ observed_on: day }) => day ?? []))].toSorted();
  const when = [...new Set([days[0], days.at(-1)])].flatMap((day) => recordedDate(day, language) ?? []).join(' – ');
  const place = records.find((record) => record.place !== null) ?? newest;
  const otherTowns =
    new Set(records.flatMap((record) => (record.place?.town ? `${record.place.town.country_code} ${record.place.town.name}` : []))).size -
    1;
  const shown = isWhole ? records : records.slice(0, FIRST_NAMES);
  return (
    <article className={classes.card}>
      <Strip records={records} />
      <div className={classes.words}>
        <header className={classes.head}>
          <Avatar person={newest.user} />
          <div className={classes.who}>
            <h2 className={classes.name}>
              {observer.to ? (
                <Link dir="auto" to={observer.to}>
                  {observer.name}
                </Link>
              ) : (
                observer.name
              )}
            </h2>
            <p className={classes.line}>{counts.filter(Boolean).join(' · ')}</p>
          </div>
        </header>
        <p className={classes.line}>
          {[when, describeRecordPlace(place, language, tr), otherTowns > 0 && t('group.other_places', { count: otherTowns })]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <ul className={classes.names}>
          {shown.map((record) => (
            <GroupedRecord
              key={record.id}
              record={record}
              isNew={newSpecies.has(record.id)}
              isOpen={openId === record.id}
              onToggle={() => setOpenId(openId === record.id ? null : record.id)}
            />
          ))}
        </ul>
        {records.length > FIRST_NAMES && (
          <Button variant="subtle" className={classes.more} aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? t('group.less') : t('group.all', { count: records.length })}
          </Button>
        )}
      </div>
    </article>
  );
}

/** The first photo of each record; nothing without any. */
function Strip({ records }: { records: readonly PublicObservation[] }) {
  const { t } = useTranslation('feed');
  const tr = useRecordTranslation();
  const photos = records.flatMap((record) => {
    const [photo] = photosInOrder(record.media);
    return photo ? [{ record, photo }] : [];
  });
  if (photos.length === 0) return null;
  return (
    <ul className={classes.strip} aria-label={t('group.photos')}>
      {photos.slice(0, MAX_PHOTOS).map(({ record, photo }) => (
        <li key={record.id}>
          {/* Named also while its photo loads. */}
          <Link className={classes.photo} to={`/observations/${record.id}`} aria-label={photo.caption ?? formatRecordName(record, tr)}>
            <Photo
              photo={photo}
              alt={photo.caption ?? formatRecordName(record, tr)}
              sizes={photos.length === 1 ? WHOLE_CARD : photos.length <= FILLING ? '192px' : '128px'}
              fallback={<GroupPanel group={record.taxon?.group ?? 'other'} name={record.taxon?.scientific_name} size={32} fill />}
            />
          </Link>
        </li>
      ))}
    </ul>
  );
}
