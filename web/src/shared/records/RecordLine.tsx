import type { ReactNode } from 'react';
import { GroupPanel } from '../../ui/GroupIcon';
import { Photo } from '../../ui/Photo';
import { TaxonRow } from '../../ui/cards/TaxonRow';
import { useLanguage } from '../session/session';
import { photosInOrder } from '../media/photos-in-order';
import {
  type AnyObservation,
  describeBlurring,
  isOwn,
  formatRecordName,
  describeRecordPlace,
  formatWhen,
  useRecordTranslation,
} from './record-labels';
import type { SyncState } from './own';
import { OwnPhoto } from './photos/OwnPhoto';
import { SyncMark } from './RecordCards';
import { useNamedRecord } from '../taxa/names';

interface Props {
  record: AnyObservation;
  syncState?: SyncState | undefined;
  /** Instead of date and place. */
  note?: ReactNode;
}

/** A record in a list: a small picture, its name, date and place. */
export function RecordLine({ record: given, syncState, note }: Props) {
  const record = useNamedRecord(given);
  const t = useRecordTranslation();
  const language = useLanguage();
  const name = formatRecordName(record, t);
  const group = record.taxon?.group ?? 'other';
  const facts = [formatWhen(record, language), describeRecordPlace(record, language, t), describeBlurring(record, t)]
    .filter(Boolean)
    .join(' · ');
  return (
    <TaxonRow
      to={`/observations/${record.id}`}
      name={name}
      scientificName={record.taxon?.scientific_name ?? name}
      rank={record.taxon?.rank ?? 'unranked'}
      group={group}
      picture={<Picture record={record} fallback={<GroupPanel group={group} name={record.taxon?.scientific_name} size={28} fill />} />}
      note={note ?? facts}
      trailing={syncState && syncState !== 'stored' && <SyncMark state={syncState} />}
    />
  );
}

function Picture({ record, fallback }: { record: AnyObservation; fallback: ReactNode }) {
  const [photo] = photosInOrder(record.media);
  if (!photo) return fallback;
  if (isOwn(record)) return <OwnPhoto photo={photo} alt="" sizes="56px" fallback={fallback} />;
  return <Photo photo={photo} alt="" sizes="56px" fallback={fallback} />;
}
