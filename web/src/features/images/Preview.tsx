import { cropWithin, type Crop, type FocusPoint, frameAround } from '@veld/contract';
import classes from './Preview.module.css';

interface Props {
  url: string;
  label: string;
  ratio: number;
  crop: Crop | null;
  focus: FocusPoint | null;
  /** Of the whole picture at `url`, in pixels. */
  size: { width: number; height: number };
}

/** What a small size will show: the part around the focus point, as the server cuts it. */
export function Preview({ url, label, ratio, crop, focus, size }: Props) {
  const area = cropWithin(null, crop);
  const middle = { x: area.x + area.width / 2, y: area.y + area.height / 2 };
  const frame = frameAround(area, focus ?? middle, ratio, size) ?? area;
  return (
    <figure className={classes.figure}>
      <div className={classes.frame} style={{ aspectRatio: ratio }}>
        <img
          src={url}
          alt=""
          style={{
            width: `${100 / frame.width}%`,
            height: `${100 / frame.height}%`,
            left: `${(-100 * frame.x) / frame.width}%`,
            top: `${(-100 * frame.y) / frame.height}%`,
          }}
        />
      </div>
      <figcaption className={classes.label}>{label}</figcaption>
    </figure>
  );
}
