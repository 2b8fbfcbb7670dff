import { useElementSize, useMergedRef } from '@mantine/hooks';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Language } from '@veld/contract';
import { countryName } from '../../../i18n/format';
import { useMapColours } from '../map/map-colours';
import { BUILT_IN_CREDIT } from './draw-picture';
import type { ReadPacked } from './packed/packed';
import type { Extent } from './projection';
import type { StillShape } from './shapes';
import classes from './StillMap.module.css';

interface Props {
  /** What the map shows, for people who do not see it. */
  label: string;
  /** The same array as long as it stays the same. */
  shapes: readonly StillShape[];
  language: Language;
  /** Says that only the shapes could be drawn. */
  noGround: string;
  /** Puts the picture into a link, which then has the label. */
  link?: ((picture: ReactNode) => ReactNode) | undefined;
  /** What it shows instead of fitting to the shapes. */
  extent?: Extent | undefined;
  maxZoom?: number | undefined;
  /** In CSS; without one, the height follows the width. */
  height?: string | undefined;
  /** Reads the offline maps of the person; the same function as long as they are those of the same person. */
  packed?: ReadPacked | undefined;
}

/** So close that the built-in map still has something to show around a point. */
const MAX_ZOOM = 8;

/** A small map without anything of the app around it, so that a page on another website can show it. */
export function StillPicture({ label, shapes, language, noGround, link, extent, maxZoom = MAX_ZOOM, height, packed }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = useElementSize();
  const [isSeen, sight] = useSeenOnce();
  const box = useMergedRef(size.ref, sight);
  const { state, credit } = useDrawing(canvas, isSeen, size, { shapes, extent, maxZoom, language, packed });
  const picture = (
    <canvas ref={canvas} className={classes.canvas} role={link ? 'presentation' : 'img'} aria-label={link ? undefined : label} />
  );
  return (
    <div
      ref={box}
      className={classes.frame}
      style={height ? { height, aspectRatio: 'auto', maxHeight: 'none' } : undefined}
      data-still={state}
    >
      {link ? link(picture) : picture}
      {(state === 'no_ground' || state === 'no_drawing') && <p className={classes.note}>{noGround}</p>}
      {state === 'no_drawing' && <Marker shapes={shapes} />}
      <p className={classes.sources}>{[credit, BUILT_IN_CREDIT].filter(Boolean).join(', ')}</p>
    </div>
  );
}

/** A place that the map is centred on, where nothing can be drawn. */
function Marker({ shapes }: Pick<Props, 'shapes'>) {
  const isOnePlace = shapes.length === 1 && shapes[0]!.kind === 'point';
  return isOnePlace ? <span className={classes.marker} aria-hidden /> : null;
}

/** `no_ground`: only the shapes are drawn. `no_drawing`: not even these, because the program that draws could not be loaded. */
type State = 'loading' | 'ready' | 'no_ground' | 'no_drawing';

interface Wanted {
  shapes: readonly StillShape[];
  extent: Extent | undefined;
  maxZoom: number;
  language: Language;
  packed: ReadPacked | undefined;
}

/** Draws again when what is shown, its size or the theme changes, and when what was missing may be there. */
function useDrawing(
  canvas: React.RefObject<HTMLCanvasElement | null>,
  isSeen: boolean,
  { width, height }: { width: number; height: number },
  { shapes, extent, maxZoom, language, packed }: Wanted,
): { state: State; credit: string | null } {
  const colours = useMapColours();
  const [shown, setShown] = useState<{ state: State; credit: string | null }>({ state: 'loading', credit: null });
  const [attempt, setAttempt] = useState(0);
  const isLacking = shown.state === 'no_ground' || shown.state === 'no_drawing';
  useEffect(() => {
    const again = () => setAttempt((before) => before + 1);
    const to = canvas.current;
    // Browsers take back the memory of a canvas when they have little.
    to?.addEventListener('contextrestored', again);
    if (isLacking) addEventListener('online', again);
    return () => {
      to?.removeEventListener('contextrestored', again);
      removeEventListener('online', again);
    };
  }, [canvas, isLacking]);
  useEffect(() => {
    const to = canvas.current;
    if (!to || !isSeen || width < 1 || height < 1) return;
    const stop = new AbortController();
    const scale = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;
    const names = { scale, language, countryName: (code: string) => countryName(code, language) };
    const scene = { shapes, extent, maxZoom, colours, packed, ...names };
    import('./draw')
      .then(({ drawStill }) => drawStill(to, { width, height }, scene, stop.signal))
      .then(
        ({ hasGround, credit }) => setShown({ state: hasGround ? 'ready' : 'no_ground', credit }),
        // Without the program of the map, which is stored with the app, there is its text.
        () => !stop.signal.aborted && setShown({ state: 'no_drawing', credit: null }),
      );
    return () => stop.abort();
  }, [canvas, isSeen, width, height, shapes, extent, maxZoom, colours, language, packed, attempt]);
  return shown;
}

/** Whether an element has been in view, or nearly. */
function useSeenOnce() {
  const [isSeen, setSeen] = useState(typeof IntersectionObserver === 'undefined');
  const sight = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = sight.current;
    if (!element || isSeen) return;
    const observer = new IntersectionObserver((entries) => entries.some((one) => one.isIntersecting) && setSeen(true), {
      rootMargin: '160px',
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [isSeen]);
  return [isSeen, sight] as const;
}
