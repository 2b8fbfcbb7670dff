import { noticeRoom } from '../publish-height';
import { Notice, type NoticeItem, type NoticeLabels, type NoticeType } from './Notice';
import classes from './NoticeArea.module.css';

interface Props extends NoticeLabels {
  /** From the notifier, which also removes them. */
  notices: readonly NoticeItem[];
  onDismiss: (id: string) => void;
}

const URGENT: readonly NoticeType[] = ['negative', 'warning'];

function urgency({ type }: NoticeItem): number {
  const at = URGENT.indexOf(type);
  return at < 0 ? URGENT.length : at;
}

/** Short messages above the bottom bar. Always mounted, so that screen readers announce new ones. */
export function NoticeArea({ notices, onDismiss, ...labels }: Props) {
  const show = (notice: NoticeItem) => <Notice key={notice.id} notice={notice} onDismiss={() => onDismiss(notice.id)} {...labels} />;
  // One at a time, the most urgent first: the next comes when it is closed.
  const [first] = notices.filter(({ stays }) => stays).toSorted((one, other) => urgency(one) - urgency(other));
  return (
    <div className={classes.area} role="status" aria-live="polite" aria-atomic={false}>
      {notices.filter(({ stays }) => !stays).map(show)}
      {first && (
        <div ref={noticeRoom} className={classes.lasting}>
          {show(first)}
        </div>
      )}
    </div>
  );
}
