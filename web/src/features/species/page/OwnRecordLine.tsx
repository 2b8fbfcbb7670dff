import { IconEyeOff, IconMapPin } from '@tabler/icons-react';
import { Link } from 'react-router';
import { GroupPanel } from '../../../ui/GroupIcon';
import { useLanguage } from '../../../shared/session/session';
import {
  describeBlurring,
  listChips,
  formatRecordName,
  describeRecordPlace,
  formatWhen,
  useRecordTranslation,
} from '../../../shared/records/record-labels';
import type { LocalObservation, SyncState } from '../../../shared/records/own';
import { OwnPhoto } from '../../../shared/records/photos/OwnPhoto';
import { SyncMark } from '../../../shared/records/RecordCards';
import { useNamedRecord } from '../../../shared/taxa/names';
import classes from './OwnRecordLine.module.css';
import { photosInOrder } from '../../../shared/media/photos-in-order';

interface Props {
  record: LocalObservation;
  /** The taxon of the page; a record of another taxon shows its name. Null on a page of no taxon. */
  taxonId: number | null;
  syncState: SyncState | undefined;
}

/** A record in one line; on the page of its species without the species name. */
export function OwnRecordLine({ record: stored, taxonId, syncState }: Props) {
  const record = useNamedRecord(stored);
  const t = useRecordTranslation();
  const language = useLanguage();
  const photo = photosInOrder(record.media)[0];
  const panel = <GroupPanel group={record.taxon?.group ?? 'other'} name={record.taxon?.scientific_name} size={40} fill />;
  const place = describeRecordPlace(record, language, t);
  const blurred = describeBlurring(record, t);
  const chips = listChips(record, t);
  return (
    <Link className={classes.line} to={`/observations/${record.id}`}>
      <span className={classes.picture}>{photo ? <OwnPhoto photo={photo} alt="" sizes="96px" fallback={panel} /> : panel}</span>
      <span className={classes.words}>
        <span className={classes.when}>{formatWhen(record, language) ?? t('observations:page.no_date')}</span>
        {(taxonId === null || record.taxon_id !== taxonId || record.uncertain) && <span>{formatRecordName(record, t)}</span>}
        {chips.length > 0 && <span>{chips.join(' · ')}</span>}
        {place && (
          <span className={classes.place}>
            <IconMapPin size={16} aria-hidden /> {place}
            {blurred && (
              <span className={classes.blurred}>
                <IconEyeOff size={16} aria-hidden /> {blurred}
              </span>
            )}
          </span>
        )}
        {syncState && <SyncMark state={syncState} />}
      </span>
    </Link>
  );
}
