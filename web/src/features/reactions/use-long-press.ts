import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';

const HOLD_MS = 450;
/** A finger that moves farther scrolls. */
const MOST_PX = 10;

/** Handlers for an element that opens something when it is held. The click that ends a long press is no tap. */
export function useLongPress(onLongPress: () => void) {
  const press = useRef({ timer: 0, x: 0, y: 0, wasLong: false });
  const end = () => window.clearTimeout(press.current.timer);
  useEffect(() => () => window.clearTimeout(press.current.timer), []);
  return {
    onPointerDown({ clientX: x, clientY: y, button }: PointerEvent) {
      end();
      press.current = { timer: 0, x, y, wasLong: false };
      if (button !== 0) return;
      press.current.timer = window.setTimeout(() => {
        press.current.wasLong = true;
        onLongPress();
      }, HOLD_MS);
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      if (Math.hypot(clientX - press.current.x, clientY - press.current.y) > MOST_PX) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
    onPointerLeave: end,
    // Some systems open a menu for a long press.
    onContextMenu: (event: MouseEvent) => event.preventDefault(),
    onClickCapture(event: MouseEvent) {
      if (!press.current.wasLong) return;
      press.current.wasLong = false;
      event.stopPropagation();
    },
  };
}
