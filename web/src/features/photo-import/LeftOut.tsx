import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogActions, DialogText } from '../../ui/DialogBody';
import type { UserDatabase } from '../../local/db/database';
import { SectionTitle } from '../../ui/SectionTitle';
import { useFocusBack } from '../../ui/steady-focus';
import shared from './board.module.css';
import classes from './LeftOut.module.css';
import type { Group } from './board/board';
import { PhotoToggle } from './PhotoToggle';
import photoClasses from './PhotoToggle.module.css';

interface Props {
  database: UserDatabase;
  leftOut: Group;
  onPutBack: (photoIds: string[]) => void;
  onDelete: () => Promise<void>;
}

/** The photos left out of all records, until they are put back or deleted. */
export function LeftOut({ database, leftOut, onPutBack, onDelete }: Props) {
  const { t } = useTranslation(['photo-import', 'common']);
  const [isAsking, setAsking] = useState(false);
  const count = leftOut.photos.length;
  return (
    <section className={classes.leftOut} aria-labelledby="left-out">
      <SectionTitle id="left-out">{t('board.left_out', { count })}</SectionTitle>
      <p className={shared.hint}>{t('board.left_out_hint')}</p>
      <div className={photoClasses.leftOutPhotos}>
        {leftOut.photos.map((photo, index) => (
          <PhotoToggle
            key={photo.id}
            database={database}
            photo={photo}
            label={t('board.put_back_photo', { number: index + 1 })}
            isSelected={false}
            onToggle={() => onPutBack([photo.id])}
          />
        ))}
      </div>
      <div className={classes.buttons}>
        <Button variant="default" onClick={() => onPutBack(leftOut.photos.map(({ id }) => id))}>
          {t('board.put_back_all')}
        </Button>
        <Button variant="subtle" color="brick" onClick={() => setAsking(true)}>
          {t('board.delete_left_out', { count })}
        </Button>
      </div>
      {isAsking && <DeleteLeftOutDialog count={count} onDelete={onDelete} onClose={() => setAsking(false)} />}
    </section>
  );
}

function DeleteLeftOutDialog({ count, onDelete, onClose }: Pick<Props, 'onDelete'> & { count: number; onClose: () => void }) {
  useFocusBack();
  const { t } = useTranslation(['photo-import', 'common']);
  const [isBusy, setBusy] = useState(false);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('board.delete_left_out', { count })}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <DialogText>{t('board.delete_left_out_text')}</DialogText>
      <DialogActions>
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('common:action.cancel')}
        </Button>
        <Button
          color="brick"
          loading={isBusy}
          onClick={() => {
            setBusy(true);
            void onDelete().finally(onClose);
          }}
        >
          {t('board.delete_left_out_confirm')}
        </Button>
      </DialogActions>
    </Modal>
  );
}
