import { Button } from '@mantine/core';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { number } from '../../../i18n/format';
import { useLanguage } from '../../../shared/session/session';
import { areaBetween, isMeant, movedByKey } from './areas';
import type { Area } from './hidden-copy';
import classes from './HideAreas.module.css';

interface Props {
  /** The address of the picture. */
  url: string;
  areas: readonly Area[];
  onChange: (areas: readonly Area[]) => void;
}

const CENTRE: Area = { x: 0.35, y: 0.4, width: 0.3, height: 0.2 };

/** A picture on which rectangles are drawn with a finger, a mouse or keys; what is below them is not sent. */
export function HideAreas({ url, areas, onChange }: Props) {
  const { t } = useTranslation('feedback');
  const language = useLanguage();
  const frame = useRef<HTMLDivElement>(null);
  const start = useRef<[number, number] | null>(null);
  const [drawn, setDrawn] = useState<Area | null>(null);

  const pointOf = (event: PointerEvent): [number, number] => {
    const box = frame.current!.getBoundingClientRect();
    return [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
  };
  const begin = (event: PointerEvent) => {
    if (event.button !== 0) return;
    start.current = pointOf(event);
    frame.current!.setPointerCapture(event.pointerId);
    event.preventDefault();
  };
  const draw = (event: PointerEvent) => {
    if (start.current) setDrawn(areaBetween(start.current, pointOf(event)));
  };
  const end = (event: PointerEvent) => {
    const area = start.current && areaBetween(start.current, pointOf(event));
    start.current = null;
    setDrawn(null);
    if (area && isMeant(area)) onChange([...areas, area]);
  };
  const press = (at: number) => (event: KeyboardEvent) => {
    if (event.key === 'Delete' || event.key === 'Backspace') return onChange(areas.filter((_, place) => place !== at));
    const moved = movedByKey(areas[at]!, event.key, event.shiftKey);
    if (!moved) return;
    event.preventDefault();
    onChange(areas.map((area, place) => (place === at ? moved : area)));
  };
  const styleOf = ({ x, y, width, height }: Area) => ({
    left: `${x * 100}%`,
    top: `${y * 100}%`,
    width: `${width * 100}%`,
    height: `${height * 100}%`,
  });

  return (
    <>
      <p className={classes.hint}>{t('screenshot.hide_hint')}</p>
      <div
        ref={frame}
        className={classes.frame}
        onPointerDown={begin}
        onPointerMove={draw}
        onPointerUp={end}
        onPointerCancel={() => {
          start.current = null;
          setDrawn(null);
        }}
      >
        <img className={classes.picture} src={url} alt={t('screenshot.alt')} draggable={false} />
        {areas.map((area, at) => (
          <button
            // oxlint-disable-next-line react/no-array-index-key -- areas have no identity besides their place
            key={at}
            type="button"
            className={classes.area}
            style={styleOf(area)}
            aria-label={t('screenshot.area', { number: number(at + 1, language) })}
            onPointerDown={(event) => event.stopPropagation()}
            onKeyDown={press(at)}
          />
        ))}
        {drawn && <span className={classes.area} style={styleOf(drawn)} />}
      </div>
      <div className={classes.buttons}>
        <Button variant="default" onClick={() => onChange([...areas, CENTRE])}>
          {t('screenshot.add_area')}
        </Button>
        <Button variant="default" disabled={areas.length === 0} onClick={() => onChange(areas.slice(0, -1))}>
          {t('screenshot.remove_area')}
        </Button>
      </div>
    </>
  );
}
