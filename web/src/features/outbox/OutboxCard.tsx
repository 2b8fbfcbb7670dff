import { Link } from 'react-router';
import { ago } from '../../i18n/format';
import type { OutboxItem } from '../../local/db/rows';
import { GroupPanel } from '../../ui/GroupIcon';
import { useLanguage } from '../../shared/session/session';
import { OwnPhoto } from '../../shared/records/photos/OwnPhoto';
import { SyncMark } from '../../shared/records/RecordCards';
import { formatRecordName } from '../../shared/records/record-labels';
import { useNamedRecord } from '../../shared/taxa/names';
import { useRecordTranslation } from '../../shared/records/use-record-translation';
import type { OutboxGroup } from './outbox-groups';
import { pickOutboxIcon } from './outbox-icons';
import type { ShownReason } from './outbox-labels';
import { OutboxItemLine } from './OutboxItemLine';
import { RecordButtons } from './RecordButtons';
import shared from './outbox.module.css';
import classes from './OutboxCard.module.css';

interface Props {
  group: OutboxGroup;
  now: number;
  /** Why an item is not sent although it is due. */
  blockReasonOf: (item: OutboxItem) => ShownReason | null;
}

/** Calls have no record, and hooks need one. */
const NO_RECORD = { taxon: null };

/** A record, or a kind of calls, with its items. */
export function OutboxCard({ group, now, blockReasonOf }: Props) {
  const t = useRecordTranslation('outbox');
  const language = useLanguage();
  const { taxon } = useNamedRecord(group.record ?? NO_RECORD);
  const record = group.record && { ...group.record, taxon };
  const name = record ? formatRecordName(record, t) : group.callLabel ? t(`outbox:group.${group.callLabel}`) : t('common:taxon.unnamed');
  const CallIcon = pickOutboxIcon(group.callLabel ?? 'setting');
  const [photo] = record?.media ?? [];
  return (
    <article className={classes.card} data-attention={group.state === 'needs_attention' || undefined}>
      <header className={classes.cardHead}>
        <span className={classes.picture}>
          {photo ? (
            <OwnPhoto photo={photo} alt="" sizes="56px" fallback={<GroupPanel group={record?.taxon?.group ?? 'other'} />} />
          ) : record ? (
            <GroupPanel group={record.taxon?.group ?? 'other'} />
          ) : (
            <CallIcon size={28} aria-hidden />
          )}
        </span>
        <span className={classes.cardText}>
          <h2 className={classes.cardName}>
            <bdi dir="auto">{record && record.deleted === 0 ? <Link to={`/observations/${record.id}`}>{name}</Link> : name}</bdi>
          </h2>
          <span className={shared.quiet}>{ago(group.oldest, language, now)}</span>
        </span>
        <SyncMark state={group.state} isOnHold={group.isOnHold} />
      </header>
      <ul className={classes.items}>
        {group.items.map((item) => (
          <OutboxItemLine key={item.id} item={item} now={now} reason={blockReasonOf(item)} recordName={record?.taxon?.name ?? null} />
        ))}
      </ul>
      {group.callLabel === null && <RecordButtons group={group} blockReasonOf={blockReasonOf} />}
    </article>
  );
}
