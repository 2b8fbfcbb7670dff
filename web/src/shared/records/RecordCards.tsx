import type { Language } from '@veld/contract';
import { IconHelpCircle } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { useStore } from 'zustand';
import { GroupPanel } from '../../ui/GroupIcon';
import { RecordCard } from '../../ui/cards/RecordCard';
import { StatusChip } from '../../ui/StatusChip';
import { SyncChip } from '../../ui/SyncChip';
import { auth, useLanguage } from '../session/session';
import type { LocalObservation, SyncState } from './own';
import {
  type AnyObservation,
  describeBlurring,
  listChips,
  isOwn,
  formatMachineTime,
  formatRecordName,
  describeObserver,
  describeRecordPlace,
  type RecordTranslator,
  formatWhen,
  useRecordTranslation,
} from './record-labels';
import { useNamedRecord } from '../taxa/names';
import { OwnPhoto } from './photos/OwnPhoto';
import { photosInOrder } from '../media/photos-in-order';

type CardProps = ComponentProps<typeof RecordCard>;

/**
 * Props of a card for a record from `useNamedRecord`. `t` is from `useRecordTranslation`. The user's own records show no observer and a
 * picture from the device.
 */
export function recordCardProps(record: AnyObservation, t: RecordTranslator, language: Language): CardProps {
  const name = formatRecordName(record, t);
  const photos = photosInOrder(record.media);
  const [first] = photos;
  const own = isOwn(record);
  // Lists have only the first photo, and their number.
  const count = 'photo_count' in record ? record.photo_count : photos.length;
  return {
    to: `/observations/${record.id}`,
    name,
    scientificName: record.taxon?.scientific_name ?? null,
    rank: record.taxon?.rank ?? null,
    group: record.taxon?.group ?? 'other',
    photo: own ? null : (first ?? null),
    picture: own && first ? <OwnPhoto photo={first} alt={name} /> : undefined,
    photoAlt: first?.caption ?? name,
    photoCount: { count, label: t('observations:record.photos', { count }) },
    observer: own ? null : describeObserver(record, t),
    when: formatWhen(record, language),
    dateTime: formatMachineTime(record),
    place: describeRecordPlace(record, language, t),
    blurredLabel: describeBlurring(record, t),
    chips: listChips(record, t),
  };
}

/** A public record. If it is the user's own, the picture comes from the device. */
export function PublicRecordCard({ record: given, ...change }: { record: AnyObservation } & Partial<CardProps>) {
  const record = useNamedRecord(given);
  const t = useRecordTranslation();
  const userId = useStore(auth.store, (state) => state.user?.id);
  const props = recordCardProps(record, t, useLanguage());
  const [first] = photosInOrder(record.media);
  if (first && !first.urls && !props.picture && record.user.id === userId)
    props.picture = (
      <OwnPhoto photo={first} alt={props.name} fallback={<GroupPanel group={props.group} name={props.scientificName} size={40} fill />} />
    );
  return <RecordCard {...props} {...change} />;
}

/** A record of the user, with its sync state. */
export function OwnRecordCard({
  record: stored,
  syncState = 'stored',
  ...change
}: { record: LocalObservation; syncState?: SyncState } & Partial<CardProps>) {
  const record = useNamedRecord(stored);
  const t = useRecordTranslation();
  const isUnreadable = syncState === 'stored' && record.media.some((photo) => photo.failed);
  const mark = isUnreadable ? (
    <SyncChip state="attention" label={t('observations:photo.unreadable')} />
  ) : record.needs_review && syncState === 'stored' ? (
    <StatusChip tone="quiet" icon={<IconHelpCircle size={18} aria-hidden />} label={t('observations:review.label')} />
  ) : (
    <SyncMark state={syncState} />
  );
  return <RecordCard mark={mark} isCompactOnPhone {...recordCardProps(record, t, useLanguage())} {...change} />;
}

/** The sync state of a record; nothing if it is synced. */
export function SyncMark({ state, isOnHold = false }: { state: SyncState; isOnHold?: boolean }) {
  const t = useRecordTranslation();
  if (state === 'waiting' && isOnHold) return <SyncChip state="paused" label={t('common:sync.item_on_hold')} />;
  if (state === 'waiting') return <SyncChip state="waiting" label={t('common:sync.item_waiting')} />;
  if (state === 'sending') return <SyncChip state="sending" label={t('common:sync.item_sending')} />;
  if (state === 'needs_attention') return <SyncChip state="attention" label={t('common:sync.item_attention')} />;
  return null;
}
