import { TaxonRow } from '../../../ui/cards/TaxonRow';
import { useLanguage } from '../../../shared/session/session';
import { OwnPhoto } from '../../../shared/records/photos/OwnPhoto';
import { SyncMark } from '../../../shared/records/RecordCards';
import { formatRecordName, describeRecordPlace, formatWhen } from '../../../shared/records/record-labels';
import { useRecordTranslation } from '../../../shared/records/record-labels';
import type { WorkRow } from './record-columns';
import classes from './workbench.module.css';
import { photosInOrder } from '../../../shared/media/photos-in-order';

/** A record in the compact list that replaces the table on phones. */
export function RecordLine({ row: { record, sync } }: { row: WorkRow }) {
  const t = useRecordTranslation();
  const language = useLanguage();
  const [photo] = photosInOrder(record.media);
  const name = formatRecordName(record, t);
  return (
    <div className={classes.line}>
      <TaxonRow
        to={`/observations/${record.id}`}
        name={name}
        scientificName={record.taxon?.scientific_name ?? name}
        rank={record.taxon?.rank ?? 'unranked'}
        group={record.taxon?.group ?? 'other'}
        picture={photo && <OwnPhoto photo={photo} alt="" sizes="56px" />}
        note={[formatWhen(record, language), describeRecordPlace(record, language, t)].filter(Boolean).join(' · ')}
        trailing={sync === 'stored' ? undefined : <SyncMark state={sync} />}
      />
    </div>
  );
}
