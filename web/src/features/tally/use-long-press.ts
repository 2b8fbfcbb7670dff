import { type MouseEvent, type PointerEvent, useRef } from 'react';

const PRESS_MS = 500;
const MOVED_PX = 10;

/**
 * Handlers of an element for a long press, a right click, and the key of the context menu. The click at the end of a long press is no
 * click.
 */
export function useLongPress(onLong: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const start = useRef({ x: 0, y: 0 });
  const isLong = useRef(false);
  const end = () => clearTimeout(timer.current);
  const press = () => {
    end();
    isLong.current = true;
    onLong();
  };
  return {
    onPointerDown: ({ clientX, clientY, button }: PointerEvent) => {
      isLong.current = false;
      start.current = { x: clientX, y: clientY };
      end();
      if (button === 0) timer.current = setTimeout(press, PRESS_MS);
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      if (Math.hypot(clientX - start.current.x, clientY - start.current.y) > MOVED_PX) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
    onPointerLeave: end,
    onContextMenu: (event: MouseEvent) => {
      event.preventDefault();
      // Phones say so for a long press too.
      if (!isLong.current) press();
    },
    onClickCapture: (event: MouseEvent) => {
      if (!isLong.current) return;
      isLong.current = false;
      // A key makes a click without a press before it.
      if (event.detail === 0) return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
