import { AutoScroller, Cursor, Feedback, PointerActivationConstraints, PreventSelection } from '@dnd-kit/dom';
import { DragDropProvider, DragOverlay, PointerSensor } from '@dnd-kit/react';
import { type ReactNode, useEffect, useRef } from 'react';
import classes from './DragArea.module.css';

/** A press becomes a drag once the mouse has gone this far; a finger that goes this far before its time scrolls. */
const DRAG_PX = 8;
/** A finger that rests this long drags. The browser's own menu for a long press comes after 500 ms. */
const PRESS_MS = 250;
/** A click that belongs to a drag comes right after it. */
const CLICK_MS = 50;

const SENSORS = [
  PointerSensor.configure({
    activationConstraints: ({ pointerType }) => [
      pointerType === 'touch'
        ? new PointerActivationConstraints.Delay({ value: PRESS_MS, tolerance: DRAG_PX })
        : new PointerActivationConstraints.Distance({ value: DRAG_PX }),
    ],
  }),
];
// Without the library's keyboard sensor and its instructions: Enter and Space belong to the buttons that are dragged.
const PLUGINS = [AutoScroller, Cursor, Feedback, PreventSelection];

interface Props {
  /** What follows the pointer, in a box of the size of what is dragged. */
  renderDragged: (id: string) => ReactNode;
  /** `onto` is what `id` was let go on, and never the same. */
  onDrop: (id: string, onto: string) => void;
  children: ReactNode;
}

/**
 * An area in which items are dragged onto others with a mouse or pen, or with a finger after a long press. A swipe still scrolls the page.
 */
export function DragArea({ renderDragged, onDrop, children }: Props) {
  const isDragged = useRef(false);
  // What ends a drag is no tap.
  useEffect(() => {
    const leaving = new AbortController();
    const onClick = (event: Event) => {
      if (!isDragged.current) return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener('click', onClick, { capture: true, signal: leaving.signal });
    return () => leaving.abort();
  }, []);
  const release = () => {
    isDragged.current = false;
  };
  return (
    <DragDropProvider
      sensors={SENSORS}
      plugins={PLUGINS}
      onDragStart={() => {
        isDragged.current = true;
      }}
      onDragEnd={({ operation: { source, target, transform }, canceled }) => {
        // A finger that rested and went nowhere was a slow tap.
        if (transform.x === 0 && transform.y === 0) release();
        else setTimeout(release, CLICK_MS);
        if (!canceled && source && target && source.id !== target.id) onDrop(String(source.id), String(target.id));
      }}
    >
      {children}
      {/* What was dragged may be elsewhere by now, so it doesn't fly back to where it came from. */}
      <DragOverlay className={classes.overlay} dropAnimation={null}>
        {(source) => (
          <div className={classes.dragged} aria-hidden>
            {renderDragged(String(source.id))}
          </div>
        )}
      </DragOverlay>
    </DragDropProvider>
  );
}
