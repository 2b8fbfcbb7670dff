import { Button, Modal } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { DialogActions, DialogText } from '../../../ui/DialogBody';
import { deleteObservation } from '../../../local/records/observations';
import { currentDatabase, notifier } from '../../../shared/session/session';
import { useRecordTranslation } from '../../../shared/records/use-record-translation';

/** Asks for confirmation, because a deletion cannot be undone once it is sent. */
export function DeleteRecord({ id, name }: { id: string; name: string }) {
  const t = useRecordTranslation();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    try {
      await deleteObservation(currentDatabase(), id);
      notifier.show('positive', t('observations:delete.done', { name }));
      void navigate('/profile', { replace: true });
    } catch (error) {
      notifier.show('negative', t('observations:delete.failed'), { cause: error });
      setBusy(false);
      setOpen(false);
    }
  };
  return (
    <>
      <Button variant="subtle" color="brick" leftSection={<IconTrash size={20} aria-hidden />} onClick={() => setOpen(true)}>
        {t('common:action.delete')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={t('observations:delete.title')}
        closeButtonProps={{ 'aria-label': t('common:action.close') }}
      >
        <DialogText>{t('observations:delete.text', { name })}</DialogText>
        <DialogActions>
          <Button variant="default" onClick={() => setOpen(false)} data-autofocus>
            {t('common:action.cancel')}
          </Button>
          <Button color="brick" loading={isBusy} onClick={() => void remove()}>
            {t('observations:delete.confirm')}
          </Button>
        </DialogActions>
      </Modal>
    </>
  );
}
