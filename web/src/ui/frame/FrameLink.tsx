import { VisuallyHidden } from '@mantine/core';
import type { ComponentType } from 'react';
import { Link, useLocation } from 'react-router';
import classes from './FrameLink.module.css';

export interface FrameItem {
  to: string;
  label: string;
  icon: ComponentType<{ size?: number | string; stroke?: number | string; className?: string; 'aria-hidden'?: boolean }>;
  /** A badge on the item, with a label for screen readers ("3 unread"). */
  badge?: { text: string; label: string } | null;
  /** Current at this path and below it; the path of the item by default. */
  under?: string;
  /** Called when somebody is about to open the item, so that what it needs can be loaded. */
  onAim?: () => void;
}

interface Props {
  item: FrameItem;
  /** `bar` and `rail`: icon above the label; `line`: icon beside the label; `top`: only the icon is seen. */
  look: 'bar' | 'rail' | 'line' | 'top';
  onClick?: () => void;
}

export function FrameLink({ item, look, onClick }: Props) {
  const { to, label, icon: Icon, badge, under = to, onAim } = item;
  const path = useLocation().pathname.toLowerCase();
  const isCurrent = path === under || (under !== '/' && path.startsWith(`${under}/`));
  return (
    <Link
      className={classes.link}
      data-look={look}
      to={to}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={onClick}
      onPointerDown={onAim}
      onFocus={onAim}
    >
      <span className={classes.icon}>
        <Icon size={24} stroke={1.75} aria-hidden />
        {badge && look !== 'line' && (
          <span className={classes.mark} aria-hidden>
            {badge.text}
          </span>
        )}
      </span>
      <span className={classes.label}>{label}</span>
      {badge && look === 'line' && (
        <span className={classes.count} aria-hidden>
          {badge.text}
        </span>
      )}
      {badge && <VisuallyHidden>{badge.label}</VisuallyHidden>}
    </Link>
  );
}
