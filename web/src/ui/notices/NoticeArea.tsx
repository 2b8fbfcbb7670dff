import { noticeRoom } from '../publish-height';
import { Notice, type NoticeItem, type NoticeLabels } from './Notice';
import classes from './NoticeArea.module.css';

interface Props extends NoticeLabels {
  /** From the notifier, which also removes them. */
  notices: readonly NoticeItem[];
  onDismiss: (id: string) => void;
}

/** Short messages above the bottom bar. Always mounted, so that screen readers announce new ones. */
export function NoticeArea({ notices, onDismiss, ...labels }: Props) {
  const show = (notice: NoticeItem) => <Notice key={notice.id} notice={notice} onDismiss={() => onDismiss(notice.id)} {...labels} />;
  // One at a time: the next comes when it is closed.
  const lasting = notices.filter(({ stays }) => stays).slice(0, 1);
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
