import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'react-router';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import classes from './TopTitle.module.css';

/** The slot for a title in the line at the top; null where the frame has no such line. */
const slot = createStore<{ element: HTMLElement | null }>(() => ({ element: null }));
const offerSlot = (element: HTMLElement | null) => slot.setState({ element });

/** In the line at the top, below 600 px: a screen can put its title here, in place of the logo. */
export function TopTitleSlot() {
  return <div className={classes.slot} ref={offerSlot} />;
}

interface Props {
  title: string;
  /** Where the cross leads, which stands in place of the logo. */
  close: { to: string; label: string };
  /** The title where the frame has no line at the top. */
  otherwise: ReactNode;
}

/** The title of a screen that needs the height of a phone for itself: beside a cross in the line at the top. */
export function TopTitle({ title, close, otherwise }: Props) {
  const { element } = useStore(slot);
  if (!element) return otherwise;
  return createPortal(
    <>
      <Link className={classes.close} to={close.to} aria-label={close.label}>
        <IconX size={24} aria-hidden />
      </Link>
      <h1 className={classes.title}>{title}</h1>
    </>,
    element,
  );
}
