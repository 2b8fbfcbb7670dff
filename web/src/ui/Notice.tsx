import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle, IconLoader2, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './Notice.module.css';

export const NOTICE_TYPES = ['positive', 'negative', 'warning', 'info', 'ongoing'] as const;
export type NoticeType = (typeof NOTICE_TYPES)[number];

export interface NoticeItem {
  id: string;
  type: NoticeType;
  text: string;
  /** One thing to do about it, for example "Undo". */
  action?: { label: string; onClick: () => void };
  /** Until its person closes it: it has room of its own, and covers nothing that people tap. */
  stays?: boolean;
}

interface Props {
  /** The notifier's state; when they go away is its business. */
  notices: readonly NoticeItem[];
  onDismiss: (id: string) => void;
  /** "Close", for the cross. */
  dismissLabel: string;
}

const ICONS: Record<NoticeType, ReactNode> = {
  positive: <IconCircleCheck size={22} aria-hidden />,
  negative: <IconCircleX size={22} aria-hidden />,
  warning: <IconAlertTriangle size={22} aria-hidden />,
  info: <IconInfoCircle size={22} aria-hidden />,
  ongoing: <IconLoader2 className={classes.turning} size={22} aria-hidden />,
};

/** Where short messages appear, above the bar. Always mounted, so that readers hear what is added. */
export function NoticeArea({ notices, onDismiss, dismissLabel }: Props) {
  const show = (notice: NoticeItem) => (
    <div key={notice.id} className={classes.notice} data-type={notice.type}>
      <span className={classes.icon}>{ICONS[notice.type]}</span>
      <span className={classes.text}>{notice.text}</span>
      {notice.action && (
        <button type="button" className={classes.action} onClick={notice.action.onClick}>
          {notice.action.label}
        </button>
      )}
      {notice.type !== 'ongoing' && (
        <button type="button" className={classes.close} aria-label={dismissLabel} onClick={() => onDismiss(notice.id)}>
          <IconX size={20} aria-hidden />
        </button>
      )}
    </div>
  );
  const lasting = notices.filter(({ stays }) => stays);
  return (
    <div className={classes.area} role="status" aria-live="polite" aria-atomic={false}>
      {notices.filter(({ stays }) => !stays).map(show)}
      {lasting.length > 0 && (
        <div ref={takeRoom} className={classes.lasting}>
          {lasting.map(show)}
        </div>
      )}
    </div>
  );
}

/** Tells the page how much of its lower edge is taken: it ends above that, and so do bars that stay in reach. */
function takeRoom(box: HTMLElement | null): (() => void) | undefined {
  if (!box) return undefined;
  const { style } = document.documentElement;
  const measure = () => style.setProperty('--notices', `${box.offsetHeight}px`);
  const watch = new ResizeObserver(measure);
  watch.observe(box);
  measure();
  return () => {
    watch.disconnect();
    style.removeProperty('--notices');
  };
}
