import { IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import classes from './Sheet.module.css';

interface Props {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  closeLabel: string;
  children: ReactNode;
}

/** A bottom sheet. The native dialog traps the focus and closes on Escape. */
export function Sheet({ isOpen, onClose, title, closeLabel, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (isOpen && !element.open) element.showModal();
    if (!isOpen && element.open) element.close();
  }, [isOpen]);

  return (
    <dialog
      ref={dialog}
      className={classes.sheet}
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={(event) => {
        // A click on the backdrop has the dialog element itself as its target.
        if (event.target === event.currentTarget) onClose();
      }}
    >
      {isOpen && (
        <div className={classes.inside}>
          <div className={classes.head}>
            <h2 className={classes.title} id={titleId}>
              {title}
            </h2>
            <button type="button" className={classes.close} aria-label={closeLabel} onClick={onClose}>
              <IconX size={24} aria-hidden />
            </button>
          </div>
          {children}
        </div>
      )}
    </dialog>
  );
}
