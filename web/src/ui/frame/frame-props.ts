import type { ReactNode } from 'react';
import type { FrameItem } from './FrameLink';

export interface FrameProps {
  labels: {
    /** "Skip to content" */
    skip: string;
    /** Name of the navigation, for readers. */
    navigation: string;
    observe: string;
    more: string;
    close: string;
    /** Name of the link on the mark, for readers: the way home. */
    home: string;
  };
  observeTo: string;
  homeTo: string;
  /** The three of the bottom bar: two before Observe, one after. They also lead the rail and the drawer. */
  bar: readonly [FrameItem, FrameItem, FrameItem];
  /** The other places of rail and drawer; below 600 px under More. */
  items: readonly FrameItem[];
  /** Places that are visited rarely: under More, and last in the drawer. */
  rare: readonly FrameItem[];
  /** Who is signed in; top of the drawer and of the More sheet. */
  user?: ReactNode;
  /** Small buttons: bell, position. At the top, in every width. */
  actions?: ReactNode;
  /** Where the records are: the sync chip. */
  sync?: ReactNode;
  statistics?: ReactNode;
  /** Links at the foot of the drawer and of the More sheet. */
  footer?: ReactNode;
  /** A line over the content, for example a running journey or that there is no connection. */
  banner?: ReactNode;
  children: ReactNode;
}

/** The destinations of the rail and the drawer: home first. */
export function ordered({ bar, items, homeTo }: FrameProps): FrameItem[] {
  return [...items.filter((item) => item.to === homeTo), ...bar, ...items.filter((item) => item.to !== homeTo)];
}
