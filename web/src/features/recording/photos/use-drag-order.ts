import { type PointerEvent, type SyntheticEvent, useRef, useState } from 'react';

/** A press becomes a drag once it has gone this far. */
const DRAG_PX = 8;

interface Drag {
  id: string;
  over: string | null;
}

/**
 * Dragging the children of a list, each with its id in `data-id`, to the place of another one. By mouse and pen: a finger on
 * the list scrolls the page. `props` goes on the list.
 */
export function useDragOrder(onDrop: (id: string, onto: string) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const press = useRef<{ id: string; x: number; y: number } | null>(null);
  const wasDragged = useRef(false);
  const end = () => {
    press.current = null;
    setDrag(null);
  };
  return {
    drag,
    props: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        wasDragged.current = false;
        const id = idAt(event.target);
        if (event.pointerType === 'touch' || event.button !== 0 || !id) return;
        press.current = { id, x: event.clientX, y: event.clientY };
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        const from = press.current;
        if (!from) return;
        if (!drag && Math.hypot(event.clientX - from.x, event.clientY - from.y) < DRAG_PX) return;
        if (!drag) event.currentTarget.setPointerCapture(event.pointerId);
        wasDragged.current = true;
        const over = idAt(document.elementFromPoint(event.clientX, event.clientY), event.currentTarget);
        setDrag({ id: from.id, over: over === from.id ? null : over });
      },
      onPointerUp() {
        if (drag?.over) onDrop(drag.id, drag.over);
        end();
      },
      onPointerCancel: end,
      onLostPointerCapture: end,
      // The picture itself would be dragged out of the page.
      onDragStart: (event: SyntheticEvent) => event.preventDefault(),
      onClickCapture(event: SyntheticEvent) {
        if (!wasDragged.current) return;
        wasDragged.current = false;
        event.preventDefault();
        event.stopPropagation();
      },
    },
  };
}

function idAt(target: EventTarget | null, within?: Element): string | null {
  if (!(target instanceof Element) || (within && !within.contains(target))) return null;
  return target.closest<HTMLElement>('[data-id]')?.dataset.id ?? null;
}
