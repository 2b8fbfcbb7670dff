import { Button } from '@mantine/core';
import { MAX_SCREENSHOT_CHARACTERS } from '@veld/contract';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { number } from '../../../i18n/format';
import { useLanguage } from '../../../shared/session/session';
import classes from './HideAreas.module.css';

const MAX_EDGE = 1600;
const COLOUR = '#56625a';
const JPEG_LEVELS = [0.85, 0.7, 0.5, 0.3];

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
  const start = useRef<[number, number] | null>(null);
  const [drawn, setDrawn] = useState<Area | null>(null);

  const pointOf = (event: PointerEvent<HTMLElement>): [number, number] => {
    const box = event.currentTarget.getBoundingClientRect();
    return [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
  };
  const begin = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    start.current = pointOf(event);
    event.currentTarget.setPointerCapture(event.pointerId);
    event.preventDefault();
  };
  const draw = (event: PointerEvent<HTMLElement>) => {
    if (start.current) setDrawn(areaBetween(start.current, pointOf(event)));
  };
  const end = (event: PointerEvent<HTMLElement>) => {
    const area = start.current && areaBetween(start.current, pointOf(event));
    start.current = null;
    setDrawn(null);
    if (area && isMeant(area)) onChange([...areas, area]);
  };
  const press = (pressed: Area, at: number) => (event: KeyboardEvent) => {
    if (event.key === 'Delete' || event.key === 'Backspace') return onChange(areas.filter((_, place) => place !== at));
    const moved = movedByKey(pressed, event.key, event.shiftKey);
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
            onKeyDown={press(area, at)}
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

const STEP = 0.02;
const LEAST = 0.02;

type Point = readonly [x: number, y: number];

/** What is nearer to the edge is meant to reach it: a strip of a secret at the edge would stay. */
const SNAP = 0.02;

/** The rectangle between two points, within the picture. */
export function areaBetween([x1, y1]: Point, [x2, y2]: Point): Area {
  const [left, right] = [snapped(Math.min(x1, x2)), snapped(Math.max(x1, x2))];
  const [top, bottom] = [snapped(Math.min(y1, y2)), snapped(Math.max(y1, y2))];
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Whether a rectangle is large enough to be meant. */
export function isMeant({ width, height }: Area): boolean {
  return width >= LEAST / 2 && height >= LEAST / 2;
}

/** An area moved by an arrow key, or with Shift made larger or smaller; null for other keys. */
export function movedByKey(area: Area, key: string, isResizing: boolean): Area | null {
  const x = key === 'ArrowLeft' ? -STEP : key === 'ArrowRight' ? STEP : 0;
  const y = key === 'ArrowUp' ? -STEP : key === 'ArrowDown' ? STEP : 0;
  if (x === 0 && y === 0) return null;
  if (isResizing)
    return {
      ...area,
      width: Math.min(1 - area.x, Math.max(LEAST, area.width + x)),
      height: Math.min(1 - area.y, Math.max(LEAST, area.height + y)),
    };
  return { ...area, x: Math.min(1 - area.width, Math.max(0, area.x + x)), y: Math.min(1 - area.height, Math.max(0, area.y + y)) };
}

const snapped = (value: number) => (value < SNAP ? 0 : value > 1 - SNAP ? 1 : value);

/** A rectangle of a picture, in fractions of its width and height. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * A copy of a picture in which the areas are filled with one colour, so that nothing of what was there is left, and without the
 * picture's metadata. As base64, small enough to send; null if it cannot be.
 */
export async function hiddenCopy(picture: CanvasImageSource, size: { width: number; height: number }, areas: readonly Area[]) {
  const scale = Math.min(1, MAX_EDGE / Math.max(size.width, size.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(size.width * scale));
  canvas.height = Math.max(1, Math.round(size.height * scale));
  const context = canvas.getContext('2d')!;
  // JPEG has no transparency.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  context.fillStyle = COLOUR;
  for (const area of areas) {
    const [left, top] = [Math.floor(area.x * canvas.width), Math.floor(area.y * canvas.height)];
    const right = Math.ceil((area.x + area.width) * canvas.width);
    const bottom = Math.ceil((area.y + area.height) * canvas.height);
    context.fillRect(left, top, right - left, bottom - top);
  }
  for (const level of JPEG_LEVELS) {
    const url = canvas.toDataURL('image/jpeg', level);
    const base64 = url.slice(url.indexOf(',') + 1);
    if (base64.length <= MAX_SCREENSHOT_CHARACTERS) return base64;
  }
  return null;
}
