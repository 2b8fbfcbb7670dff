import type { ReactNode } from 'react';
import type { FrameItem } from './FrameLink';

export interface FrameProps {
  labels: {
    /** "Skip to content" */
    skip: string;
    /** Label of the navigation, for screen readers. */
    navigation: string;
    observe: string;
    more: string;
    close: string;
    /** Label of the logo's link to the home screen, for screen readers. */
    home: string;
    /** Of the buttons that make the drawer a rail and back. */
    collapse: string;
    expand: string;
    /** Names what stands beside the screen: the state of the records, the position, the search. */
    tools: string;
  };
  observeTo: string;
  homeTo: string;
  /** The item of notifications, which below 600 px also stands at the end of the top line. */
  bell?: FrameItem | undefined;
  /** The three items of the bottom bar: two before Observe, one after. They also come first in rail and drawer. */
  bar: readonly FrameItem[];
  /** Other items of rail and drawer; below 600 px in the More sheet. */
  items: readonly FrameItem[];
  /** Rarely used items: in the More sheet, and last in the drawer. */
  rare: readonly FrameItem[];
  /** The logged-in user, at the top of the drawer and the More sheet. */
  user?: ReactNode;
  /** Small buttons at the top, such as the location chip. */
  actions?: ReactNode;
  /** The sync chip. */
  sync?: ReactNode;
  /** More about it, where there is room. */
  syncDetail?: ReactNode;
  statistics?: ReactNode;
  /** Links at the bottom of the drawer and the More sheet. */
  footer?: ReactNode;
  /** A line above the content, for example that there is no connection. */
  banner?: ReactNode;
  children: ReactNode;
}

/** The items of rail and drawer. */
export function ordered({ bar, items }: FrameProps): FrameItem[] {
  return [...bar, ...items];
}
