import { useMediaQuery } from '@mantine/hooks';
import { IconDots } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { ObserveButton } from '../ObserveButton';
import classes from './Frame.module.css';
import { FrameLink, type FrameItem } from './FrameLink';
import linkClasses from './FrameLink.module.css';
import { HomeLink, SkipLink } from './FrameTop';
import { Sheet } from './Sheet';

export interface FrameProps {
  labels: {
    /** "Skip to content" */
    skip: string;
    /** Name of the navigation, for readers. */
    navigation: string;
    observe: string;
    more: string;
    close: string;
    /** Name of the link on the mark, for readers: the way home. */
    home: string;
  };
  observeTo: string;
  homeTo: string;
  /** The three of the bottom bar: two before Observe, one after. They also lead the rail and the drawer. */
  bar: readonly [FrameItem, FrameItem, FrameItem];
  /** The other places of rail and drawer; below 600 px under More. */
  items: readonly FrameItem[];
  /** Places that are visited rarely: under More, and last in the drawer. */
  rare: readonly FrameItem[];
  /** Who is signed in; top of the drawer and of the More sheet. */
  user?: ReactNode;
  /** Small buttons: bell, position. At the top, in every width. */
  actions?: ReactNode;
  /** Where the records are: the sync chip. */
  sync?: ReactNode;
  statistics?: ReactNode;
  /** Links at the foot of the drawer and of the More sheet. */
  footer?: ReactNode;
  /** A line over the content, for example a running journey or that there is no connection. */
  banner?: ReactNode;
  children: ReactNode;
}

/** The everyday frame: bottom bar below 600 px, rail from there, drawer from 1024 px. */
export function Frame(props: FrameProps) {
  const isRail = useMediaQuery('(min-width: 37.5em)', false, { getInitialValueInEffect: false });
  const isDrawer = useMediaQuery('(min-width: 64em)', false, { getInitialValueInEffect: false });
  const { labels, banner, children } = props;

  return (
    <div className={classes.frame} data-width={isDrawer ? 'drawer' : isRail ? 'rail' : 'bar'}>
      <SkipLink label={labels.skip} />
      {isDrawer ? <SideDrawer {...props} /> : isRail ? <Rail {...props} /> : <TopLine {...props} />}
      <div className={classes.column}>
        {isRail && !isDrawer && (props.actions || props.sync) && (
          <div className={classes.tools}>
            {props.sync}
            {props.actions}
          </div>
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

/** Where there is room for all places, the way home comes first. */
function ordered({ bar, items, homeTo }: FrameProps): FrameItem[] {
  return [...items.filter((item) => item.to === homeTo), ...bar, ...items.filter((item) => item.to !== homeTo)];
}

function Home({ homeTo, labels, withName }: Pick<FrameProps, 'homeTo' | 'labels'> & { withName: boolean }) {
  return <HomeLink to={homeTo} label={labels.home} size={withName ? 32 : 40} withName={withName} />;
}

function TopLine(props: FrameProps) {
  return (
    <header className={classes.top}>
      <Home {...props} withName />
      <div className={classes.topActions}>
        {props.sync}
        {props.actions}
      </div>
    </header>
  );
}

function BottomBar(props: FrameProps) {
  const { labels, bar, items, rare, observeTo } = props;
  return (
    <nav className={classes.bar} aria-label={labels.navigation}>
      <FrameLink item={bar[0]} look="bar" />
      <FrameLink item={bar[1]} look="bar" />
      <ObserveButton to={observeTo} label={labels.observe} look="bar" />
      <FrameLink item={bar[2]} look="bar" />
      <More {...props} look="bar" items={[...items, ...rare]} />
    </nav>
  );
}

function Rail(props: FrameProps) {
  const { labels, observeTo } = props;
  return (
    <header className={classes.rail}>
      <Home {...props} withName={false} />
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

function SideDrawer(props: FrameProps) {
  const { labels, rare, observeTo, user, actions, sync, statistics, footer } = props;
  return (
    <header className={classes.drawer}>
      <div className={classes.drawerTop}>
        <Home {...props} withName />
        {actions && <div className={classes.drawerActions}>{actions}</div>}
      </div>
      {user && <div className={classes.user}>{user}</div>}
      <ObserveButton to={observeTo} label={labels.observe} />
      <nav className={classes.drawerLinks} aria-label={labels.navigation}>
        {ordered(props).map((item) => (
          <FrameLink key={item.to} item={item} look="line" />
        ))}
        {rare.length > 0 && <hr className={classes.rule} />}
        {rare.map((item) => (
          <FrameLink key={item.to} item={item} look="line" />
        ))}
      </nav>
      <div className={classes.drawerFoot}>
        {statistics}
        {sync}
        {footer && <div className={classes.footer}>{footer}</div>}
      </div>
    </header>
  );
}

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
        {/* A tap on any link inside leads away, and on what says so of itself: the sheet goes too. */}
        <div
          onClick={(event) => {
            if (event.target instanceof Element && event.target.closest('a, [data-leads-away]')) setIsOpen(false);
          }}
        >
          {user && <div className={classes.user}>{user}</div>}
          <nav className={classes.sheetLinks} aria-label={labels.more}>
            {items.map((item) => (
              <FrameLink key={item.to} item={item} look="line" />
            ))}
          </nav>
          {statistics && <div className={classes.sheetPart}>{statistics}</div>}
          {footer && <div className={classes.footer}>{footer}</div>}
        </div>
      </Sheet>
    </>
  );
}
