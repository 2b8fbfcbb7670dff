import { Button, Modal } from '@mantine/core';
import { isAbsence } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { recordedDate } from '../../../i18n/format';
import { chooseSpeciesImage } from '../../../local/changes/species';
import { photosInOrder } from '../../../shared/media/photos-in-order';
import { DialogActions } from '../../../ui/DialogBody';
import { currentDatabase, notifier, useLanguage } from '../../../shared/session/session';
import { OwnPhoto } from '../../../shared/records/photos/OwnPhoto';
import type { Taxon } from '../../../shared/taxa/data';
import { useChosenPhotos } from '../own-pictures';
import { useRecordsOfSpecies } from '../own-species';
import classes from './ImageChoice.module.css';

/** Chooses which of the user's photos is the picture of a species. */
export function ImageChoice({ taxon, onClose }: { taxon: Taxon; onClose: () => void }) {
  const { t } = useTranslation(['species', 'common']);
  const language = useLanguage();
  const records = useRecordsOfSpecies(taxon.id);
  const chosen = useChosenPhotos(records)?.get(taxon.id);
  const photos = (records ?? []).flatMap((record) =>
    isAbsence(record) ? [] : photosInOrder(record.media).map((photo) => ({ photo, record })),
  );
  // The server gets the id of a photo that it has.
  const sent = photos.filter(({ photo }) => photo.urls);
  const choose = (photoId: string | null) => {
    chooseSpeciesImage(currentDatabase(), taxon.id, photoId).then(onClose, (cause: unknown) =>
      notifier.show('negative', t('common:error.storage_failed'), { cause }),
    );
  };
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('image.choose_of', { name: taxon.name })}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <ul className={classes.photos}>
        {sent.map(({ photo, record }, at) => (
          <li key={photo.id}>
            <button
              type="button"
              className={classes.photo}
              aria-pressed={photo.id === chosen?.id}
              aria-label={t('image.photo', { number: at + 1, date: recordedDate(record.observed_on, language) })}
              onClick={() => choose(photo.id)}
            >
              <OwnPhoto photo={photo} alt="" sizes="160px" />
            </button>
          </li>
        ))}
      </ul>
      {sent.length < photos.length && <p className={classes.note}>{t('image.after_upload')}</p>}
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('common:action.cancel')}
        </Button>
        <Button variant="default" disabled={!chosen} onClick={() => choose(null)}>
          {t('image.latest')}
        </Button>
      </DialogActions>
    </Modal>
  );
}
