/**
 * A `ref` that publishes the height of an element at the bottom edge as a property of the root, so that the page ends above it and
 * what gets the focus is scrolled above it: `--notices` for messages that stay, `--sticky-bar` for the bar of a screen.
 */
function publishHeight(property: '--notices' | '--sticky-bar') {
  return (box: HTMLElement | null): (() => void) | undefined => {
    if (!box) return undefined;
    const { style } = document.documentElement;
    const measure = () => style.setProperty(property, `${box.offsetHeight}px`);
    const watch = new ResizeObserver(measure);
    watch.observe(box);
    measure();
    return () => {
      watch.disconnect();
      style.removeProperty(property);
    };
  };
}

export const noticeRoom = publishHeight('--notices');
export const stickyBarRoom = publishHeight('--sticky-bar');
