import { Button, SegmentedControl, VisuallyHidden } from '@mantine/core';
import { IconMaximize } from '@tabler/icons-react';
import { type Crop, normalCrop } from '@veld/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { useId, useState } from 'react';
import { findPicture } from '../../../local/records/photos';
import { currentDatabase } from '../../../shared/session/session';
import { CropFrame, type Frame, frameCrop } from '../../../shared/media/CropFrame';
import type { FormPhoto } from '../form-values';
import { isSquare, squareIn } from './use-photo-list';
import { useBlobUrl } from '../../../ui/use-blob-url';
import classes from './PhotoCrop.module.css';
import { useRecordTranslation } from '../../../shared/records/record-labels';

type Shape = 'free' | 'square';

const SMALLEST_PX = 28;

interface Props {
  photo: FormPhoto;
  whole: string | null;
  onChange: (crop: Crop | null) => void;
}

/** Edits the crop of a photo. The original picture is kept. */
export function PhotoCrop({ photo, whole, onChange }: Props) {
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
