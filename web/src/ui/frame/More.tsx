import { IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import type { FrameProps } from './frame-props';
import { FrameFooter } from './FrameFooter';
import { FrameLink } from './FrameLink';
import linkClasses from './FrameLink.module.css';
import classes from './More.module.css';
import { Sheet } from './Sheet';

/** A button that opens the remaining destinations in a sheet. */
export function More({ labels, items, user, statistics, footer, look }: FrameProps & { look: 'bar' | 'rail' }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={`${linkClasses.link} ${classes.more}`}
        data-look={look}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <span className={linkClasses.icon}>
          <IconDots size={24} stroke={1.75} aria-hidden />
        </span>
        <span className={linkClasses.label}>{labels.more}</span>
      </button>
      <Sheet isOpen={isOpen} onClose={() => setIsOpen(false)} title={labels.more} closeLabel={labels.close}>
        {/* The sheet closes on a tap on any link inside, and on any element with data-leads-away. */}
        <div
          onClick={(event) => {
            if (event.target instanceof Element && event.target.closest('a, [data-leads-away]')) setIsOpen(false);
          }}
        >
          {user && <div>{user}</div>}
          <nav className={classes.links} aria-label={labels.more}>
            {items.map((item) => (
              <FrameLink key={item.to} item={item} look="line" />
            ))}
          </nav>
          {statistics && <div className={classes.part}>{statistics}</div>}
          {footer && <FrameFooter>{footer}</FrameFooter>}
        </div>
      </Sheet>
    </>
  );
}
