import { VisuallyHidden } from '@mantine/core';
import type { ComponentType } from 'react';
import { NavLink } from 'react-router';
import classes from './FrameLink.module.css';

export interface FrameItem {
  to: string;
  label: string;
  icon: ComponentType<{ size?: number | string; stroke?: number | string; 'aria-hidden'?: boolean }>;
  /** A badge on the item, with a label for screen readers ("3 unread"). */
  badge?: { text: string; label: string } | null;
  /** Current only at this exact path, not below it. */
  isExact?: boolean;
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
  const { to, label, icon: Icon, badge, isExact, onAim } = item;
  return (
    <NavLink
      className={classes.link}
      data-look={look}
      to={to}
      end={isExact ?? to === '/'}
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
    </NavLink>
  );
}
