import {
  IconAlertTriangle,
  IconChevronDown,
  IconChevronUp,
  IconCircleCheck,
  IconCircleX,
  IconInfoCircle,
  IconLoader2,
  IconX,
} from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import classes from './Notice.module.css';

export const NOTICE_TYPES = ['positive', 'negative', 'warning', 'info', 'ongoing'] as const;
export type NoticeType = (typeof NOTICE_TYPES)[number];

export interface NoticeItem {
  id: string;
  type: NoticeType;
  text: string;
  /** An action, for example "Undo". */
  action?: { label: string; onClick: () => void };
  /** Whether it is under the pointer or has the focus, so that it must not disappear. */
  onHold?: (isHeld: boolean) => void;
  /** Stays until it is closed, and takes its own space instead of covering the page. */
  stays?: boolean;
}

export interface NoticeLabels {
  /** Of the button that closes a message. */
  dismissLabel: string;
  /** Of the button that shows all of a folded message, and folds it again. */
  unfoldLabel: string;
}

interface Props extends NoticeLabels {
  notice: NoticeItem;
  onDismiss: () => void;
}

const ICONS: Record<NoticeType, ReactNode> = {
  positive: <IconCircleCheck size={22} aria-hidden />,
  negative: <IconCircleX size={22} aria-hidden />,
  warning: <IconAlertTriangle size={22} aria-hidden />,
  info: <IconInfoCircle size={22} aria-hidden />,
  ongoing: <IconLoader2 className={classes.turning} size={22} aria-hidden />,
};

/** At most two lines high, with large text one, until it is unfolded (Notice.module.css). */
export function Notice({ notice, onDismiss, dismissLabel, unfoldLabel }: Props) {
  const { type, text, action, onHold } = notice;
  const [isUnfolded, setUnfolded] = useState(false);
  const [isCut, setCut] = useState(false);
  const measure = (words: HTMLElement | null) => {
    if (!words || isUnfolded) return undefined;
    const update = () => setCut(words.scrollHeight > words.clientHeight + 1 || words.scrollWidth > words.clientWidth + 1);
    update();
    const observer = new ResizeObserver(update);
    observer.observe(words);
    return () => observer.disconnect();
  };
  const Chevron = isUnfolded ? IconChevronDown : IconChevronUp;
  return (
    <div
      className={classes.notice}
      data-type={type}
      data-folded={!isUnfolded || undefined}
      data-cut={isCut || undefined}
      onPointerEnter={() => onHold?.(true)}
      onPointerLeave={() => onHold?.(false)}
      onFocus={() => onHold?.(true)}
      onBlur={() => onHold?.(false)}
    >
      <span className={classes.icon}>{ICONS[type]}</span>
      <span className={classes.words}>
        <span ref={measure} className={classes.text}>
          {text}
        </span>
        {action && (
          <button type="button" className={classes.action} onClick={action.onClick}>
            {action.label}
          </button>
        )}
      </span>
      {(isCut || isUnfolded) && (
        <button
          type="button"
          className={classes.unfold}
          aria-label={unfoldLabel}
          aria-expanded={isUnfolded}
          onClick={() => setUnfolded(!isUnfolded)}
        >
          <Chevron size={24} aria-hidden />
        </button>
      )}
      {type !== 'ongoing' && (
        <button type="button" className={classes.close} aria-label={dismissLabel} onClick={onDismiss}>
          <IconX size={20} aria-hidden />
        </button>
      )}
    </div>
  );
}
