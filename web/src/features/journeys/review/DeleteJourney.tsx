import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deleteJourney } from '../../../local/records/journeys/journeys';
import { DialogActions, DialogText } from '../../../ui/DialogBody';
import { currentDatabase } from '../../../shared/session/session';

/** Deletes a journey with its track after a question. Its records stay. */
export function DeleteJourney({ id }: { id: string }) {
  const { t } = useTranslation(['journeys', 'common']);
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button variant="subtle" color="brick" size="lg" onClick={() => setOpen(true)}>
        {t('review.delete')}
      </Button>
      <Modal opened={isOpen} onClose={close} title={t('review.delete_title')} closeButtonProps={{ 'aria-label': t('common:action.close') }}>
        <DialogText>{t('review.delete_text')}</DialogText>
        <DialogActions>
          <Button variant="default" onClick={close} data-autofocus>
            {t('common:action.cancel')}
          </Button>
          <Button color="brick" onClick={() => void deleteJourney(currentDatabase(), id, Date.now()).then(close)}>
            {t('review.delete')}
          </Button>
        </DialogActions>
      </Modal>
    </>
  );
}
