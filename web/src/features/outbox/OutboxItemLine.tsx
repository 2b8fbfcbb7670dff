import { Button, Progress } from '@mantine/core';
import { useState } from 'react';
import { classifyUnsent } from '../../local/outbox/outbox-counts';
import { useNavigate } from 'react-router';
import { useStore } from 'zustand';
import { number } from '../../i18n/format';
import { currentSync } from '../../local/app/veld';
import { HELD, type OutboxItem } from '../../local/db/rows';
import { labelItem } from '../../local/outbox/operations';
import { retryItem, saveAsNew } from '../../local/outbox/outbox';
import { currentDatabase, useLanguage } from '../../shared/session/session';
import { useRecordTranslation } from '../../shared/records/use-record-translation';
import { ConflictView } from './ConflictView';
import { DiscardButton, DiscardDialog } from './DiscardItem';
import { pickOutboxIcon } from './outbox-icons';
import { errorLabel, nextTryLabel, type ShownReason } from './outbox-labels';
import { useAttempt } from './use-attempt';
import shared from './outbox.module.css';
import classes from './OutboxItemLine.module.css';

interface Props {
  item: OutboxItem;
  now: number;
  reason: ShownReason | null;
  /** The species name of the record on this device. */
  recordName: string | null;
}

/** An item of the outbox with its state and actions. */
export function OutboxItemLine({ item, now, reason, recordName }: Props) {
  const t = useRecordTranslation('outbox');
  const language = useLanguage();
  const Icon = pickOutboxIcon(labelItem(item));
  // The dialog is rendered here, because the button moves when an attempt fails in the meantime.
  const [isDiscarding, setDiscarding] = useState(false);
  const ask = () => setDiscarding(true);
  const atLogin = item.state === 'waiting' ? t('common:sync.log_in_again') : null;
  const next = reason === 'log_in' ? atLogin : nextTryLabel(item, reason, t, language, now);
  const { last_error: error } = item;
  return (
    <li className={classes.item}>
      <Icon className={classes.itemIcon} size={22} aria-hidden />
      <div className={classes.itemText}>
        <p className={classes.itemTitle}>
          {t(isTickItem(item) ? 'outbox:kind.tick' : `outbox:kind.${labelItem(item)}`)}
          {next && <span className={shared.quiet}> · {next}</span>}
        </p>
        {item.kind === 'photo' && <PhotoProgress id={item.subject} />}
        {error && <p className={item.state === 'needs_attention' ? classes.error : shared.quiet}>{errorLabel(error, t)}</p>}
        {item.conflict ? <ConflictView item={item} mineName={recordName} /> : <ItemButtons item={item} reason={reason} onDiscard={ask} />}
      </div>
      {isQuiet(item) && (
        <div className={classes.aside}>
          <DiscardButton item={item} onAsk={ask} />
        </div>
      )}
      {isDiscarding && <DiscardDialog item={item} onClose={() => setDiscarding(false)} />}
    </li>
  );
}

const isTickItem = (item: OutboxItem) => item.kind === 'record' && classifyUnsent([item]) === 'tick';

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
      <span className={shared.quiet}>{percent}</span>
    </div>
  );
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
