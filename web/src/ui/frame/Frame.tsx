import { useMediaQuery } from '@mantine/hooks';
import { IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import { ObserveButton } from '../ObserveButton';
import { type FrameProps, ordered } from './frame-props';
import { FrameFooter, FrameHome, SkipLink } from './FrameTop';
import { type FrameItem, FrameLink } from './FrameLink';
import { Sheet } from './Sheet';
import { SideDrawer, Toggle } from './SideDrawer';
import { TopTitleSlot } from './TopTitle';
import { usePageAttribute } from './use-page-attribute';
import classes from './Frame.module.css';
import top from './FrameTop.module.css';
import linkClasses from './FrameLink.module.css';

const COLLAPSED = 'veld-menu';

/** Whether the drawer is collapsed to a rail, which this device remembers. */
function useCollapsed(): [isCollapsed: boolean, toggle: () => void] {
  const [isCollapsed, setCollapsed] = useState(() => {
    try {
      return localStorage.getItem(COLLAPSED) === 'rail';
    } catch {
      return false;
    }
  });
  const toggle = () => {
    setCollapsed(!isCollapsed);
    try {
      localStorage.setItem(COLLAPSED, isCollapsed ? 'drawer' : 'rail');
    } catch {
      // Where storage is blocked, it lasts as long as the page.
    }
  };
  return [isCollapsed, toggle];
}

/** The standard frame: bottom bar below 600 px, rail from 600 px, drawer from 1024 px. */
export function Frame(props: FrameProps) {
  const isRail = useMediaQuery('(min-width: 37.5em)', false, { getInitialValueInEffect: false });
  const isWide = useMediaQuery('(min-width: 64em)', false, { getInitialValueInEffect: false });
  const [isCollapsed, toggle] = useCollapsed();
  const isDrawer = isWide && !isCollapsed;
  const width = isDrawer ? 'drawer' : isRail ? 'rail' : 'bar';
  usePageAttribute('veldFrame', width);
  const { labels, banner, children } = props;

  return (
    <div className={classes.frame} data-width={width}>
      <SkipLink label={labels.skip} />
      {isDrawer ? (
        <SideDrawer {...props} onCollapse={toggle} />
      ) : isRail ? (
        <Rail {...props} onExpand={isWide ? toggle : undefined} />
      ) : (
        <TopLine {...props} />
      )}
      <div className={classes.column}>
        {isRail && !isDrawer && (props.actions || props.sync) && (
          <section className={classes.tools} aria-label={labels.tools}>
            {props.sync}
            {props.actions}
          </section>
        )}
        {banner && <div className={classes.banner}>{banner}</div>}
        <main className={classes.content} id="content" tabIndex={-1}>
          {children}
        </main>
      </div>
      {!isRail && <BottomBar {...props} />}
    </div>
  );
}

function TopLine(props: FrameProps) {
  return (
    <header className={top.top}>
      <TopTitleSlot />
      <FrameHome {...props} withName />
      <div className={top.actions}>
        <div className={top.sync}>{props.sync}</div>
        <div className={top.others}>{props.actions}</div>
      </div>
      {props.bell && <FrameLink item={props.bell} look="top" />}
    </header>
  );
}

function BottomBar(props: FrameProps) {
  const { labels, bar, items, rare, observeTo } = props;
  const show = (item: FrameItem) => <FrameLink key={item.to} item={item} look="bar" />;
  return (
    <nav className={classes.bar} aria-label={labels.navigation}>
      {bar.slice(0, 2).map(show)}
      <ObserveButton to={observeTo} label={labels.observe} look="bar" />
      {bar.slice(2).map(show)}
      <More {...props} look="bar" items={[...items, ...rare]} />
    </nav>
  );
}

function Rail(props: FrameProps & { onExpand: (() => void) | undefined }) {
  const { labels, observeTo, onExpand } = props;
  return (
    <header className={classes.rail}>
      <FrameHome {...props} withName={false} />
      {onExpand && <Toggle label={labels.expand} onClick={onExpand} />}
      <ObserveButton to={observeTo} label={labels.observe} look="rail" />
      <nav className={classes.railLinks} aria-label={labels.navigation}>
        {ordered(props).map((item) => (
          <FrameLink key={item.to} item={item} look="rail" />
        ))}
        <More {...props} look="rail" items={props.rare} />
      </nav>
    </header>
  );
}

/** A button that opens the remaining destinations in a sheet. */
function More({ labels, items, user, statistics, footer, look }: FrameProps & { look: 'bar' | 'rail' }) {
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
