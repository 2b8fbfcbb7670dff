import { type Crop, normalCrop } from '@veld/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type PercentCrop, ReactCrop } from 'react-image-crop';
import 'react-image-crop/dist/ReactCrop.css';
import classes from './CropPicture.module.css';

interface Props {
  url: string;
  crop: Crop | null;
  onChange: (crop: Crop | null) => void;
}

/** Smallest crop on screen, so that its handles can still be grabbed. */
const SMALLEST_PX = 40;
const WHOLE: PercentCrop = { unit: '%', x: 0, y: 0, width: 100, height: 100 };

/** A picture with a frame around the part to show. */
export function CropPicture({ url, crop, onChange }: Props) {
  const { t } = useTranslation(['images', 'recording']);
  const [frame, setFrame] = useState<PercentCrop>(
    crop ? { unit: '%', x: crop.x * 100, y: crop.y * 100, width: crop.width * 100, height: crop.height * 100 } : WHOLE,
  );
  const handle = (ord: 'nw' | 'n' | 'ne' | 'e' | 'se' | 's' | 'sw' | 'w') => t(`recording:photo.crop.handle.${ord}`);
  return (
    <ReactCrop
      className={classes.crop}
      crop={frame}
      keepSelection
      ruleOfThirds
      minWidth={SMALLEST_PX}
      minHeight={SMALLEST_PX}
      onChange={(_, percent) => setFrame(percent)}
      onComplete={(_, { x, y, width, height }) =>
        onChange(normalCrop({ x: x / 100, y: y / 100, width: width / 100, height: height / 100 }))
      }
      ariaLabels={{
        cropArea: t('recording:photo.crop.area'),
        nwDragHandle: handle('nw'),
        nDragHandle: handle('n'),
        neDragHandle: handle('ne'),
        eDragHandle: handle('e'),
        seDragHandle: handle('se'),
        sDragHandle: handle('s'),
        swDragHandle: handle('sw'),
        wDragHandle: handle('w'),
      }}
    >
      <img className={classes.picture} src={url} alt="" />
    </ReactCrop>
  );
}
