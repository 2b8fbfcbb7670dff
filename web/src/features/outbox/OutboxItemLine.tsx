import { Button, Modal, Progress, TextInput } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { createContext, useContext, useState } from 'react';
import { useNavigate } from 'react-router';
import { useStore } from 'zustand';
import { number } from '../../i18n/format';
import { quoted } from '../../i18n/quoted';
import { currentSync } from '../../local/app/veld';
import { HELD, type OutboxItem } from '../../local/db/rows';
import { labelItem } from '../../local/outbox/operations';
import { discardItem, retryItem, saveAsNew } from '../../local/outbox/outbox';
import { classifyUnsent } from '../../local/outbox/outbox-counts';
import { useRecordTranslation } from '../../shared/records/record-labels';
import { currentDatabase, notifier, useLanguage } from '../../shared/session/session';
import { DialogActions } from '../../ui/DialogBody';
import type { OutboxIcons } from '../../ui/feature';
import { useTypedWord } from '../../ui/fields/use-typed-word';
import { useFocusBack } from '../../ui/steady-focus';
import { ConflictView } from './ConflictView';
import { errorLabel, nextTryLabel, type ShownReason } from './outbox-labels';
import shared from './outbox.module.css';
import classes from './OutboxItemLine.module.css';

/** The icons of operations, which features declare. */
export const Icons = createContext<OutboxIcons>({});

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
  const Icon = useContext(Icons)[labelItem(item)] ?? IconSend;
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

function DiscardButton({ item, onAsk }: { item: OutboxItem; onAsk: () => void }) {
  const t = useRecordTranslation('outbox');
  return (
    <Button variant="subtle" color="brick" size="compact-md" className={classes.discard} onClick={onAsk}>
      {t(`outbox:discard.${labelItem(item)}`)}
    </Button>
  );
}

/** Discarding cannot be undone, so the user types a word to confirm. */
function DiscardDialog({ item, onClose }: { item: OutboxItem; onClose: () => void }) {
  useFocusBack();
  const t = useRecordTranslation('outbox');
  const word = t('outbox:discard_word');
  const { isTyped, field } = useTypedWord(word);
  const quotedWord = quoted(word, useLanguage());
  const discard = async () => {
    try {
      await discardItem(currentDatabase(), item.id);
    } catch (error) {
      notifier.show('negative', t('observations:outbox.failed'), { cause: error });
    }
    onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(`outbox:discard.${labelItem(item)}`)}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <form
        className={classes.dialog}
        onSubmit={(event) => {
          event.preventDefault();
          if (isTyped) void discard();
        }}
      >
        <p>{t(`outbox:discard_text.${labelItem(item)}`)}</p>
        <TextInput label={t('outbox:discard_hint', { word: quotedWord })} {...field} data-autofocus />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {t('common:action.cancel')}
          </Button>
          <Button type="submit" color="brick" disabled={!isTyped}>
            {t(`outbox:discard.${labelItem(item)}`)}
          </Button>
        </DialogActions>
      </form>
    </Modal>
  );
}

/** Runs `work` and reports a failure; `isBusy` while it runs. */
export function useAttempt() {
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
