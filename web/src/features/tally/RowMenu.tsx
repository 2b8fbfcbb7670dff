import { type KeyboardEvent, useEffect, useRef } from 'react';
import classes from './RowMenu.module.css';

interface Item {
  label: string;
  isDisabled?: boolean;
  onChoose: () => void;
}

interface Props {
  name: string;
  items: readonly Item[];
  onClose: () => void;
}

/** What a long press on a row offers, over the rows below it. */
export function RowMenu({ name, items, onClose }: Props) {
  const menu = useRef<HTMLDivElement>(null);
  const choices = () => [...(menu.current?.querySelectorAll<HTMLButtonElement>('button:enabled') ?? [])];
  useEffect(() => {
    const before = document.activeElement;
    menu.current?.querySelector<HTMLButtonElement>('button:enabled')?.focus();
    return () => {
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    const at = choices().indexOf(document.activeElement as HTMLButtonElement);
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape' || event.key === 'Tab') onClose();
    else if (by)
      choices()
        .at((at + by) % choices().length)
        ?.focus();
    else return;
    event.preventDefault();
    // The keys of the list are others.
    event.stopPropagation();
  };
  return (
    <div
      ref={menu}
      className={classes.menu}
      role="menu"
      tabIndex={-1}
      aria-label={name}
      onKeyDown={onKeyDown}
      onBlur={({ relatedTarget }) => {
        if (!menu.current?.contains(relatedTarget)) onClose();
      }}
    >
      {items.map(({ label, isDisabled = false, onChoose }) => (
        <button
          key={label}
          type="button"
          role="menuitem"
          className={classes.item}
          disabled={isDisabled}
          onClick={() => {
            onClose();
            onChoose();
          }}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
