import type { FocusPoint } from '@veld/contract';
import { type KeyboardEvent, type MouseEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './FocusPicture.module.css';

interface Props {
  url: string;
  focus: FocusPoint | null;
  onChange: (focus: FocusPoint) => void;
}

const STEP = 0.02;
const MOVES: Readonly<Record<string, [number, number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

/** A picture on which a click sets the focus point; arrow keys move it. */
export function FocusPicture({ url, focus, onChange }: Props) {
  const { t } = useTranslation('images');
  const [hasFailed, setFailed] = useState(false);
  const at = focus ?? { x: 0.5, y: 0.5 };
  const onClick = (event: MouseEvent<HTMLButtonElement>) => {
    // Enter and Space click without a place.
    if (event.detail === 0) return;
    const box = event.currentTarget.getBoundingClientRect();
    onChange(inside({ x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height }));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const move = MOVES[event.key];
    if (!move) return;
    event.preventDefault();
    event.stopPropagation();
    onChange(inside({ x: at.x + move[0], y: at.y + move[1] }));
  };
  if (hasFailed) return <p className={classes.failed}>{t('details.no_picture')}</p>;
  return (
    <button
      type="button"
      className={classes.picture}
      aria-label={t('details.focus_at', { x: Math.round(at.x * 100), y: Math.round(at.y * 100) })}
      onClick={onClick}
      onKeyDown={onKeyDown}
    >
      <img src={url} alt="" onError={() => setFailed(true)} />
      <span className={classes.point} style={{ left: `${at.x * 100}%`, top: `${at.y * 100}%` }} />
    </button>
  );
}

function inside({ x, y }: FocusPoint): FocusPoint {
  const round = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 1000) / 1000;
  return { x: round(x), y: round(y) };
}
