import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogActions, DialogText } from '../../ui/DialogBody';
import { type Tally, countTaps } from '../../local/records/tally';
import { notifier } from '../../shared/session/session';

/** Discards the tally after a confirmation. */
export function DiscardTally({ tally, onDiscard }: { tally: Tally; onDiscard: () => Promise<void> }) {
  const { t } = useTranslation(['tally', 'common']);
  const [isAsking, setAsking] = useState(false);
  const discard = async () => {
    try {
      await onDiscard();
    } catch (error) {
      notifier.show('negative', t('not_saved'), { cause: error });
    }
    setAsking(false);
  };
  return (
    <>
      <Button variant="subtle" color="brick" onClick={() => setAsking(true)}>
        {t('discard')}
      </Button>
      <Modal
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('discard')}
        closeButtonProps={{ 'aria-label': t('common:action.close') }}
      >
        <DialogText>{t('discard_text', { count: countTaps(tally) })}</DialogText>
        <DialogActions>
          <Button variant="default" onClick={() => setAsking(false)} data-autofocus>
            {t('common:action.cancel')}
          </Button>
          <Button color="brick" onClick={() => void discard()}>
            {t('discard_confirm')}
          </Button>
        </DialogActions>
      </Modal>
    </>
  );
}
