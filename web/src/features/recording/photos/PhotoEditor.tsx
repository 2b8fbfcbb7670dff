import { Button, Modal, NativeSelect, Textarea } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowLeft, IconArrowRight, IconChevronLeft, IconChevronRight, IconStar, IconTrash } from '@tabler/icons-react';
import { LICENSES } from '@veld/contract';
import { useFocusBack } from '../../../ui/steady-focus';
import { licenseName, useRecordTranslation } from '../../../shared/records/record-labels';
import type { ObserveForm } from '../use-observe-form';
import type { PhotoList } from './use-photo-list';
import { PhotoCrop } from './PhotoCrop';
import classes from './PhotoEditor.module.css';

const CAPTION_LENGTH = 500;

interface Props {
  form: ObserveForm;
  list: PhotoList;
  id: string;
  /** URL of the uncropped picture on the server, if the picture is not on this device. */
  whole: string | null;
  onMove: (id: string, to: number) => void;
  onShow: (id: string) => void;
  onClose: () => void;
}

/** Edits the crop, caption, licence and position of a photo. Every change is autosaved. */
export default function PhotoEditor({ form, list, id, whole, onMove, onShow, onClose }: Props) {
  useFocusBack();
  const t = useRecordTranslation('recording');
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const { media } = list;
  const at = media.findIndex((one) => one.id === id);
  const photo = media[at];
  if (!photo) return null;
  const ofRecord = form.values.license ? licenseName(form.values.license) : t('observations:license.none');
  const remove = () => {
    list.remove(id);
    onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      fullScreen={isPhone}
      size="64rem"
      title={t('observations:photo.position', { number: at + 1, total: media.length })}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
      classNames={{ header: classes.editorHead! }}
    >
      <div className={classes.editor}>
        <PhotoCrop key={id} photo={photo} whole={whole} onChange={(crop) => list.edit(id, { crop })} />
        <div className={classes.fields}>
          <Textarea
            label={t('recording:photo.caption')}
            description={t('recording:photo.caption_hint')}
            value={photo.caption ?? ''}
            maxLength={CAPTION_LENGTH}
            rows={3}
            onChange={(event) => list.edit(id, { caption: event.currentTarget.value || null })}
          />
          <NativeSelect
            label={t('recording:photo.license')}
            value={photo.license ?? ''}
            onChange={(event) => list.edit(id, { license: LICENSES.find((one) => one === event.currentTarget.value) ?? null })}
            data={[
              { value: '', label: t('recording:photo.license_as_record', { license: ofRecord }) },
              ...LICENSES.map((one) => ({ value: one, label: licenseName(one) })),
            ]}
          />
          {media.length > 1 && (
            <div className={classes.order} role="group" aria-label={t('recording:photo.order')}>
              <Button
                variant="default"
                disabled={at === 0}
                leftSection={<IconArrowLeft size={20} aria-hidden />}
                onClick={() => onMove(id, at - 1)}
              >
                {t('recording:photo.earlier')}
              </Button>
              <Button
                variant="default"
                disabled={at === media.length - 1}
                rightSection={<IconArrowRight size={20} aria-hidden />}
                onClick={() => onMove(id, at + 1)}
              >
                {t('recording:photo.later')}
              </Button>
              <Button variant="default" disabled={at === 0} leftSection={<IconStar size={20} aria-hidden />} onClick={() => onMove(id, 0)}>
                {t('recording:photo.first')}
              </Button>
            </div>
          )}
          <div className={classes.editorEnd}>
            <Button variant="subtle" color="brick" leftSection={<IconTrash size={20} aria-hidden />} onClick={remove}>
              {t('recording:photo.remove')}
            </Button>
            {media.length > 1 && (
              <span className={classes.neighbours}>
                <button
                  type="button"
                  disabled={at === 0}
                  aria-label={t('observations:photo.previous')}
                  onClick={() => onShow(media[at - 1]!.id)}
                >
                  <IconChevronLeft size={24} aria-hidden />
                </button>
                <button
                  type="button"
                  disabled={at === media.length - 1}
                  aria-label={t('observations:photo.next')}
                  onClick={() => onShow(media[at + 1]!.id)}
                >
                  <IconChevronRight size={24} aria-hidden />
                </button>
              </span>
            )}
            <Button className={classes.done} onClick={onClose}>
              {t('recording:photo.done')}
            </Button>
          </div>
        </div>
      </div>
    </Modal>
  );
}
