import type { VirtualItem } from '@tanstack/react-virtual';
import { useLayoutEffect, useReducer, useState } from 'react';

type Key = VirtualItem['key'];

interface InView {
  startIndex: number;
  endIndex: number;
}

/** The lines of a list in the document. */
class RenderedLines {
  keys: ReadonlySet<Key> = new Set();

  set(lines: readonly VirtualItem[]): void {
    this.keys = new Set(lines.map(({ key }) => key));
  }
}

/**
 * The lines to render: those in view, and while scrolling at most `perFrame` more in a frame of those around it, so that no frame has to
 * make many at once.
 */
export function useFewNewLines(wanted: readonly VirtualItem[], inView: InView | null, perFrame: number): readonly VirtualItem[] {
  const [rendered] = useState(() => new RenderedLines());
  const [, addMore] = useReducer((count: number) => count + 1, 0);
  const lines = rendered.keys.size === 0 || inView === null ? wanted : withFewNew(wanted, rendered.keys, inView, perFrame);
  useLayoutEffect(() => {
    rendered.set(lines);
    if (lines.length === wanted.length) return;
    const frame = requestAnimationFrame(() => addMore());
    return () => cancelAnimationFrame(frame);
  });
  return lines;
}

/** The lines that are rendered already or in view, and the nearest of the others, at most `perFrame`. */
export function withFewNew(
  wanted: readonly VirtualItem[],
  rendered: ReadonlySet<Key>,
  { startIndex, endIndex }: InView,
  perFrame: number,
): VirtualItem[] {
  const distanceOf = ({ index }: VirtualItem) => Math.max(startIndex - index, index - endIndex, 0);
  const isNew = (line: VirtualItem) => !rendered.has(line.key) && distanceOf(line) > 0;
  const added = new Set(
    wanted
      .filter(isNew)
      .toSorted((one, other) => distanceOf(one) - distanceOf(other))
      .slice(0, perFrame),
  );
  return wanted.filter((line) => !isNew(line) || added.has(line));
}
