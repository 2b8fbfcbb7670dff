import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle, IconLoader2, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './Notice.module.css';
import { noticeRoom } from './publish-height';

export const NOTICE_TYPES = ['positive', 'negative', 'warning', 'info', 'ongoing'] as const;
export type NoticeType = (typeof NOTICE_TYPES)[number];

export interface NoticeItem {
  id: string;
  type: NoticeType;
  text: string;
  /** An action, for example "Undo". */
  action?: { label: string; onClick: () => void };
  /** Stays until it is closed, and takes its own space instead of covering the page. */
  stays?: boolean;
}

interface Props {
  /** From the notifier, which also removes them. */
  notices: readonly NoticeItem[];
  onDismiss: (id: string) => void;
  /** Label of the close button. */
  dismissLabel: string;
}

const ICONS: Record<NoticeType, ReactNode> = {
  positive: <IconCircleCheck size={22} aria-hidden />,
  negative: <IconCircleX size={22} aria-hidden />,
  warning: <IconAlertTriangle size={22} aria-hidden />,
  info: <IconInfoCircle size={22} aria-hidden />,
  ongoing: <IconLoader2 className={classes.turning} size={22} aria-hidden />,
};

/** Short messages above the bottom bar. Always mounted, so that screen readers announce new ones. */
export function NoticeArea({ notices, onDismiss, dismissLabel }: Props) {
  const show = (notice: NoticeItem) => (
    <div key={notice.id} className={classes.notice} data-type={notice.type}>
      <span className={classes.icon}>{ICONS[notice.type]}</span>
      <span className={classes.words}>
        <span className={classes.text}>{notice.text}</span>
        {notice.action && (
          <button type="button" className={classes.action} onClick={notice.action.onClick}>
            {notice.action.label}
          </button>
        )}
      </span>
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
        <div ref={noticeRoom} className={classes.lasting}>
          {lasting.map(show)}
        </div>
      )}
    </div>
  );
}
