type Room = '--notices' | '--sticky-bar';

/** Of the window's height, for what stays at the bottom edge. A bar that would need more is in the flow of the page instead. */
const LARGEST_SHARE = 0.4;

const boxes = new Map<Room, HTMLElement>();

/**
 * A `ref` that publishes the height of an element at the bottom edge as a property of the root, so that the page ends above it and
 * what gets the focus is scrolled above it: `--notices` for messages that stay, `--sticky-bar` for the bar of a screen.
 *
 * A bar that leaves too little of the window, with the messages under it, gets `data-in-flow` (base.css): with large text it would
 * cover the fields it belongs to.
 */
function publishHeight(property: Room) {
  return (box: HTMLElement | null): (() => void) | undefined => {
    if (!box) return undefined;
    boxes.set(property, box);
    const watch = new ResizeObserver(publish);
    watch.observe(box);
    window.addEventListener('resize', publish);
    publish();
    return () => {
      watch.disconnect();
      window.removeEventListener('resize', publish);
      if (boxes.get(property) === box) boxes.delete(property);
      publish();
    };
  };
}

function publish(): void {
  const notices = boxes.get('--notices')?.offsetHeight ?? 0;
  const bar = boxes.get('--sticky-bar');
  const height = bar?.offsetHeight ?? 0;
  const isInFlow = height + notices > LARGEST_SHARE * window.innerHeight;
  bar?.toggleAttribute('data-in-flow', isInFlow);
  setRoom('--notices', notices);
  setRoom('--sticky-bar', isInFlow ? 0 : height);
}

function setRoom(property: Room, height: number): void {
  const { style } = document.documentElement;
  if (height > 0) style.setProperty(property, `${height}px`);
  else style.removeProperty(property);
}

export const noticeRoom = publishHeight('--notices');
export const stickyBarRoom = publishHeight('--sticky-bar');
