import type { Crop } from '@veld/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type PercentCrop, ReactCrop } from 'react-image-crop';
import 'react-image-crop/dist/ReactCrop.css';

export type Frame = PercentCrop;

interface Props {
  className: string | undefined;
  frame: Frame;
  /** Width divided by height; any shape without it. */
  aspect?: number;
  /** Smallest frame on screen in pixels, so that its handles can still be grabbed. */
  smallest: number;
  /** Called while the frame moves. */
  onMove: (frame: Frame) => void;
  onEnd: (crop: Crop) => void;
  /** The picture. */
  children: ReactNode;
}

/** A picture with a frame that can be moved and resized, also with the keyboard. */
export function CropFrame({ className, frame, aspect, smallest, onMove, onEnd, children }: Props) {
  const { t } = useTranslation('recording');
  const handle = (ord: 'nw' | 'n' | 'ne' | 'e' | 'se' | 's' | 'sw' | 'w') => t(`photo.crop.handle.${ord}`);
  return (
    <ReactCrop
      className={className}
      crop={frame}
      {...(aspect === undefined ? {} : { aspect })}
      keepSelection
      ruleOfThirds
      minWidth={smallest}
      minHeight={smallest}
      onChange={(_, percent) => onMove(percent)}
      onComplete={(_, { x, y, width, height }) => onEnd({ x: x / 100, y: y / 100, width: width / 100, height: height / 100 })}
      ariaLabels={{
        cropArea: t('photo.crop.area'),
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
      {children}
    </ReactCrop>
  );
}

/** The frame of a crop; null has the whole picture. */
export function frameCrop(crop: Crop | null | undefined): Frame {
  const { x, y, width, height } = crop ?? { x: 0, y: 0, width: 1, height: 1 };
  return { unit: '%', x: x * 100, y: y * 100, width: width * 100, height: height * 100 };
}
