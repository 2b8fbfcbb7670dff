import { Button, Modal, TextInput } from '@mantine/core';
import { DialogActions } from '../../ui/DialogBody';
import { labelItem } from '../../local/outbox/operations';
import { discardItem } from '../../local/outbox/outbox';
import type { OutboxItem } from '../../local/db/rows';
import { useFocusBack } from '../../ui/steady-focus';
import { quoted } from '../../i18n/quoted';
import { useTypedWord } from '../../ui/fields/use-typed-word';
import { currentDatabase, notifier, useLanguage } from '../../shared/session/session';
import classes from './DiscardItem.module.css';
import { useRecordTranslation } from '../../shared/records/use-record-translation';

export function DiscardButton({ item, onAsk }: { item: OutboxItem; onAsk: () => void }) {
  const t = useRecordTranslation('outbox');
  return (
    <Button variant="subtle" color="brick" size="compact-md" className={classes.discard} onClick={onAsk}>
      {t(`outbox:discard.${labelItem(item)}`)}
    </Button>
  );
}

/** Discarding cannot be undone, so the user types a word to confirm. */
export function DiscardDialog({ item, onClose }: { item: OutboxItem; onClose: () => void }) {
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
