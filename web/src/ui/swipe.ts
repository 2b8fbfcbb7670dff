import { type TouchEvent, useRef } from 'react';

const LEAST_PX = 60;
/** A swipe is at least this much wider than high, so that scrolling is none. */
const LEAST_SLOPE = 2;

interface Swipes {
  onLeft?: (() => void) | undefined;
  onRight?: (() => void) | undefined;
  /** A selector of what keeps its own swipes; by default lists, which scroll, and dialogs. */
  except?: string;
}

/** Handlers of an element for swipes with one finger. Pinches are left alone. */
export function useSwipe({ onLeft, onRight, except = 'li, [role="dialog"]' }: Swipes) {
  const start = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart: ({ touches, target }: TouchEvent) => {
      const touch = touches[0];
      const isAlone = touches.length === 1 && !(target instanceof Element && target.closest(except));
      start.current = touch && isAlone ? { x: touch.clientX, y: touch.clientY } : null;
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches[0];
      if (!start.current || !touch) return;
      const [x, y] = [touch.clientX - start.current.x, touch.clientY - start.current.y];
      start.current = null;
      if (Math.abs(x) < LEAST_PX || Math.abs(x) < LEAST_SLOPE * Math.abs(y)) return;
      if (x < 0) onLeft?.();
      else onRight?.();
    },
    onTouchCancel: () => {
      start.current = null;
    },
  };
}
