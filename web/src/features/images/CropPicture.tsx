import { type Crop, normalCrop } from '@veld/contract';
import { useState } from 'react';
import { CropFrame, type Frame, frameCrop } from '../../shared/media/CropFrame';
import classes from './CropPicture.module.css';

interface Props {
  url: string;
  crop: Crop | null;
  onChange: (crop: Crop | null) => void;
}

const SMALLEST_PX = 40;

/** A picture with a frame around the part to show. */
export function CropPicture({ url, crop, onChange }: Props) {
  const [frame, setFrame] = useState<Frame>(frameCrop(crop));
  return (
    <CropFrame
      className={classes.crop}
      frame={frame}
      smallest={SMALLEST_PX}
      onMove={setFrame}
      onEnd={(chosen) => onChange(normalCrop(chosen))}
    >
      <img className={classes.picture} src={url} alt="" />
    </CropFrame>
  );
}
