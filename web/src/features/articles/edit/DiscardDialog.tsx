import { Button, Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DialogActions, DialogText } from '../../../ui/DialogBody';
import { useFocusBack } from '../../../ui/steady-focus';

/** Asks before what was typed is lost. */
export function DiscardDialog({ onClose, onDiscard }: { onClose: () => void; onDiscard: () => void }) {
  useFocusBack();
  const { t } = useTranslation(['articles', 'common']);
  return (
    <Modal opened onClose={onClose} title={t('edit.discard_title')} closeButtonProps={{ 'aria-label': t('common:action.close') }}>
      <DialogText>{t('edit.discard_text')}</DialogText>
      <DialogActions>
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('common:action.cancel')}
        </Button>
        <Button
          color="brick"
          onClick={() => {
            onClose();
            onDiscard();
          }}
        >
          {t('edit.discard')}
        </Button>
      </DialogActions>
    </Modal>
  );
}
