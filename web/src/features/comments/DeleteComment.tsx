import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { DialogActions, DialogText } from '../../ui/DialogBody';
import { useRecordTranslation } from '../../shared/records/use-record-translation';

/** Asks for confirmation, because a deletion cannot be undone once it is sent. */
export function DeleteComment({ onDelete }: { onDelete: () => Promise<void> }) {
  const t = useRecordTranslation('comments');
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button variant="subtle" color="brick" size="compact-md" onClick={() => setOpen(true)}>
        {t('common:action.delete')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={t('comments:delete_title')}
        closeButtonProps={{ 'aria-label': t('common:action.close') }}
      >
        <DialogText>{t('comments:delete_text')}</DialogText>
        <DialogActions>
          <Button variant="default" onClick={close} data-autofocus>
            {t('common:action.cancel')}
          </Button>
          <Button color="brick" onClick={() => void onDelete().then(close)}>
            {t('comments:delete_confirm')}
          </Button>
        </DialogActions>
      </Modal>
    </>
  );
}
