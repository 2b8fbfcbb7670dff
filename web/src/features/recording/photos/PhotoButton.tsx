import { ActionIcon, Button } from '@mantine/core';
import { IconCamera, IconPhotoPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { number } from '../../../i18n/format';
import { hasCamera, pickPhotos } from '../../../device/pick-photos';
import { useLanguage } from '../../../shared/session/session';
import type { ObserveForm } from '../use-observe-form';
import classes from './PhotoButton.module.css';

type Source = Parameters<typeof pickPhotos>[0];

async function add(form: ObserveForm, from: Source): Promise<void> {
  const files = await pickPhotos(from);
  if (files.length > 0) await form.addPhotos(files, from);
}

/** Beside the field of the species: the camera of a phone, elsewhere the files. */
export function PhotoButton({ form }: { form: ObserveForm }) {
  const { t } = useTranslation('recording');
  const from = hasCamera() ? 'camera' : 'files';
  return (
    <ActionIcon className={classes.beside} variant="default" aria-label={t(`evidence.${from}`)} onClick={() => void add(form, from)}>
      <IconCamera size={24} aria-hidden />
    </ActionIcon>
  );
}

/** Beside Save: photos that are there already, with the number of those in the form. `isOnly`: there is no `PhotoButton`. */
export function PhotoFilesButton({ form, isOnly }: { form: ObserveForm; isOnly: boolean }) {
  const { t } = useTranslation('recording');
  const language = useLanguage();
  const { length } = form.values.media;
  if (!isOnly && !hasCamera()) return null;
  return (
    <Button className={classes.files} variant="default" size="lg" aria-label={t('evidence.files')} onClick={() => void add(form, 'files')}>
      <IconPhotoPlus size={24} aria-hidden />
      {length > 0 && <span className={classes.number}>{number(length, language)}</span>}
    </Button>
  );
}
