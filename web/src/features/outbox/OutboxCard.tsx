import { Button, Progress } from '@mantine/core';
import {
  IconDownload,
  IconMessage,
  IconNote,
  IconPencil,
  IconPhoto,
  IconPlayerPause,
  IconPlayerPlay,
  IconSend,
  IconSettings,
  IconTrash,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useStore } from 'zustand';
import { saveFiles } from '../../device/save-files';
import { ago, number } from '../../i18n/format';
import { exportUnsent } from '../../local/outbox/export';
import { labelOf, type OperationLabel } from '../../local/outbox/operations';
import { retryItem, saveAsNew } from '../../local/outbox/outbox';
import { HELD, type OutboxItem } from '../../local/db/rows';
import { type BlockReason, sendAnyway, setOnHold } from '../../local/outbox/sending-rules';
import { currentSync } from '../../local/app/veld';
import { GroupPanel } from '../../ui/GroupIcon';
import { currentDatabase, notifier, useLanguage } from '../accounts/data';
import type { OutboxGroup } from './outbox-groups';
import { errorLabel, nextTryLabel } from './outbox-labels';
import { nameOf } from '../observations/record-labels';
import { ConflictView } from './ConflictView';
import { DiscardButton, DiscardDialog } from './DiscardItem';
import shared from './outbox.module.css';
import classes from './OutboxCard.module.css';
import { OwnPhoto } from '../observations/photos/OwnPhoto';
import { SyncMark } from '../observations/RecordCards';
import { useRecordTranslation } from '../observations/use-record-translation';

/** `log_in`: nothing is sent without a session. */
type ShownReason = BlockReason | 'log_in';

interface Props {
  group: OutboxGroup;
  now: number;
  /** Why an item is not sent although it is due. */
  blockReasonOf: (item: OutboxItem) => ShownReason | null;
}

/** A record, or a kind of calls, with its items. */
export function OutboxCard({ group, now, blockReasonOf }: Props) {
  const t = useRecordTranslation('outbox');
  const language = useLanguage();
  const { record } = group;
  const name = record ? nameOf(record, t) : group.callLabel ? t(`outbox:group.${group.callLabel}`) : t('common:taxon.unnamed');
  const CallIcon = ICONS[group.callLabel ?? 'setting'] ?? IconSend;
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
        <span className={classes.cardWords}>
          <h2 className={classes.cardName}>
            {record && record.deleted === 0 ? <Link to={`/observations/${record.id}`}>{name}</Link> : name}
          </h2>
          <span className={classes.quiet}>{ago(group.oldest, language, now)}</span>
        </span>
        <SyncMark state={group.state} isOnHold={group.isOnHold} />
      </header>
      <ul className={classes.items}>
        {group.items.map((item) => (
          <ItemLine key={item.id} item={item} now={now} reason={blockReasonOf(item)} recordName={record?.taxon?.name ?? null} />
        ))}
      </ul>
      {group.callLabel === null && <RecordButtons group={group} blockReasonOf={blockReasonOf} />}
    </article>
  );
}

const ICONS: Partial<Record<OperationLabel, typeof IconSend>> = {
  record: IconNote,
  deletion: IconTrash,
  photo: IconPhoto,
  setting: IconSettings,
  feedback: IconMessage,
};

function ItemLine({
  item,
  now,
  reason,
  recordName,
}: {
  item: OutboxItem;
  now: number;
  reason: ShownReason | null;
  recordName: string | null;
}) {
  const t = useRecordTranslation('outbox');
  const language = useLanguage();
  const Icon = ICONS[labelOf(item)] ?? IconSend;
  // The dialog is rendered here, because the button moves when an attempt fails in the meantime.
  const [isDiscarding, setDiscarding] = useState(false);
  const ask = () => setDiscarding(true);
  const atLogin = item.state === 'waiting' ? t('common:sync.log_in_again') : null;
  const next = reason === 'log_in' ? atLogin : nextTryLabel(item, reason, t, language, now);
  const { last_error: error } = item;
  return (
    <li className={classes.item}>
      <Icon className={classes.itemIcon} size={22} aria-hidden />
      <div className={classes.itemWords}>
        <p className={classes.itemTitle}>
          {t(`outbox:kind.${labelOf(item)}`)}
          {next && <span className={classes.quiet}> · {next}</span>}
        </p>
        {item.kind === 'photo' && <PhotoProgress id={item.subject} />}
        {error && <p className={item.state === 'needs_attention' ? classes.error : classes.quiet}>{errorLabel(error, t)}</p>}
        {item.conflict ? <ConflictView item={item} mineName={recordName} /> : <ItemButtons item={item} reason={reason} onDiscard={ask} />}
      </div>
      {isQuiet(item) && <DiscardButton item={item} onAsk={ask} />}
      {isDiscarding && <DiscardDialog item={item} onClose={() => setDiscarding(false)} />}
    </li>
  );
}

function PhotoProgress({ id }: { id: string }) {
  const t = useRecordTranslation('outbox');
  const language = useLanguage();
  const progress = useStore(currentSync().sender.progress, (state) => state[id]);
  if (!progress || progress.total === 0) return null;
  const share = progress.sent / progress.total;
  const percent = number(share, language, { style: 'percent', maximumFractionDigits: 0 });
  return (
    <div className={classes.progress}>
      <Progress value={share * 100} aria-label={t('outbox:sent', { percent })} />
      <span className={classes.quiet}>{percent}</span>
    </div>
  );
}

/** Runs `work` and reports a failure; `isBusy` while it runs. */
function useAttempt() {
  const t = useRecordTranslation('outbox');
  const [isBusy, setBusy] = useState(false);
  const attempt = async (work: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      notifier.show('negative', t('observations:outbox.failed'), { cause: error });
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, attempt };
}

/** Not in error, so that it can only be discarded. */
function isQuiet(item: OutboxItem): boolean {
  return item.state === 'waiting' && item.last_error === null && !item.conflict;
}

/** The actions that an item's state allows. */
function ItemButtons({ item, reason, onDiscard }: { item: OutboxItem; reason: ShownReason | null; onDiscard: () => void }) {
  const t = useRecordTranslation('outbox');
  const navigate = useNavigate();
  const { isBusy, attempt } = useAttempt();
  const isGone = item.last_error?.code === 'gone' && item.kind === 'record';
  if (item.state === 'sending' || isQuiet(item)) return null;
  // A retry has no effect while sending is blocked.
  const isWaiting = item.state === 'needs_attention' || (item.next_try_at !== HELD && item.last_error !== null && reason === null);
  const saveNew = async () => {
    const id = await saveAsNew(currentDatabase(), item.id);
    if (id) void navigate(`/observations/${id}`);
  };
  return (
    <div className={shared.buttons}>
      {isGone && (
        <Button loading={isBusy} onClick={() => void attempt(saveNew)}>
          {t('outbox:save_as_new')}
        </Button>
      )}
      {isWaiting && !isGone && (
        <Button variant="default" loading={isBusy} onClick={() => void attempt(() => retryItem(currentDatabase(), item.id))}>
          {t('common:action.retry')}
        </Button>
      )}
      <DiscardButton item={item} onAsk={onDiscard} />
    </div>
  );
}

/** The actions on the record as a whole. */
function RecordButtons({ group, blockReasonOf }: { group: OutboxGroup; blockReasonOf: Props['blockReasonOf'] }) {
  const t = useRecordTranslation('outbox');
  const { isBusy, attempt } = useAttempt();
  const { id, record, items, isOnHold } = group;
  const isBlocked = items.some((item) => item.state === 'waiting' && ['wifi', 'by_hand'].includes(blockReasonOf(item) ?? ''));
  const canHold = items.some((item) => item.state === 'waiting' && !item.on_hold);
  const isGone = items.some((item) => item.last_error?.code === 'gone');
  const save = async () => saveFiles(await exportUnsent(currentDatabase(), { observationId: id }));
  const act = (label: string, icon: ReactNode, work: () => Promise<unknown>) => (
    <Button
      variant="subtle"
      size="compact-md"
      leftSection={icon}
      aria-disabled={isBusy || undefined}
      onClick={() => isBusy || void attempt(work)}
    >
      {label}
    </Button>
  );
  return (
    <footer className={classes.cardButtons}>
      {record && record.deleted === 0 && !isGone && (
        <Button
          variant="subtle"
          size="compact-md"
          leftSection={<IconPencil size={18} aria-hidden />}
          component={Link}
          to={`/observe?edit=${id}`}
        >
          {t('common:action.edit')}
        </Button>
      )}
      {isBlocked && act(t('common:sync.send_now'), <IconSend size={18} aria-hidden />, () => sendAnyway(currentDatabase(), id))}
      {/* One button with two labels, so that it keeps the focus. */}
      {isOnHold
        ? act(t('outbox:release'), <IconPlayerPlay size={18} aria-hidden />, () => setOnHold(currentDatabase(), id, false))
        : canHold && act(t('outbox:hold'), <IconPlayerPause size={18} aria-hidden />, () => setOnHold(currentDatabase(), id, true))}
      {act(t('common:action.export'), <IconDownload size={18} aria-hidden />, save)}
    </footer>
  );
}
