import { Button, Modal, NativeSelect, Textarea, SegmentedControl, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowLeft, IconArrowRight, IconChevronLeft, IconChevronRight, IconStar, IconTrash, IconMaximize } from '@tabler/icons-react';
import { LICENSES, type Crop, normalCrop } from '@veld/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { useId, useState } from 'react';
import { useFocusBack } from '../../../ui/steady-focus';
import { licenseName, useRecordTranslation } from '../../../shared/records/record-labels';
import type { ObserveForm } from '../use-observe-form';
import { type PhotoList, isSquare, squareIn } from './use-photo-list';
import { findPicture } from '../../../local/records/photos';
import { currentDatabase } from '../../../shared/session/session';
import { CropFrame, type Frame, frameCrop } from '../../../shared/media/CropFrame';
import type { FormPhoto } from '../form-values';
import { useBlobUrl } from '../../../ui/use-blob-url';
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

type Shape = 'free' | 'square';

const SMALLEST_PX = 28;

interface PhotoCropProps {
  photo: FormPhoto;
  whole: string | null;
  onChange: (crop: Crop | null) => void;
}

/** Edits the crop of a photo. The original picture is kept. */
function PhotoCrop({ photo, whole, onChange }: PhotoCropProps) {
  const t = useRecordTranslation('recording');
  const database = currentDatabase();
  const shapeId = useId();
  const hintId = useId();
  const blob = useLiveQuery(() => findPicture(database, photo.id), [database, photo.id]);
  const local = useBlobUrl(blob);
  const [broken, setBroken] = useState<string | null>(null);
  const [frame, setFrame] = useState<Frame>(frameCrop(photo.crop));
  const [shape, setShape] = useState<Shape>(photo.crop && isSquare(photo.crop, photo.width, photo.height) ? 'square' : 'free');
  const url = local ?? (blob === null ? whole : null);

  const take = (crop: Crop | null) => {
    const normal = normalCrop(crop);
    setFrame(frameCrop(normal));
    onChange(normal);
  };
  const chooseShape = (next: Shape) => {
    setShape(next);
    if (next === 'square') take(squareIn(photo.crop, photo.width, photo.height));
  };
  const showWhole = () => {
    setShape('free');
    take(null);
  };
  const missing = blob === null && whole === null;
  if (missing || (url !== null && broken === url))
    return (
      <div className={classes.noCrop}>
        <p>{t(missing ? 'recording:photo.crop.unavailable' : 'recording:photo.crop.unreadable')}</p>
        {photo.crop && (
          <Button variant="default" onClick={showWhole}>
            {t('recording:photo.crop.whole')}
          </Button>
        )}
      </div>
    );
  return (
    <div className={classes.crop} role="group" aria-labelledby={shapeId} aria-describedby={hintId}>
      <div className={classes.stage} style={{ '--shape': photo.width / photo.height }}>
        {url && (
          <CropFrame
            className={classes.cropFrame}
            frame={frame}
            {...(shape === 'square' ? { aspect: 1 } : {})}
            smallest={SMALLEST_PX}
            onMove={setFrame}
            onEnd={take}
          >
            <img src={url} alt={photo.caption ?? ''} onError={() => setBroken(url)} />
          </CropFrame>
        )}
      </div>
      <div className={classes.cropTools}>
        <VisuallyHidden id={shapeId}>{t('recording:photo.crop.title')}</VisuallyHidden>
        <SegmentedControl
          aria-labelledby={shapeId}
          value={shape}
          onChange={(next) => chooseShape(next === 'square' ? 'square' : 'free')}
          data={[
            { value: 'free', label: t('recording:photo.crop.free') },
            { value: 'square', label: t('recording:photo.crop.square') },
          ]}
        />
        <Button variant="subtle" disabled={!photo.crop} leftSection={<IconMaximize size={20} aria-hidden />} onClick={showWhole}>
          {t('recording:photo.crop.whole')}
        </Button>
      </div>
      <p className={classes.cropHint} id={hintId}>
        {t('recording:photo.crop.hint')}
      </p>
    </div>
  );
}
