import { IconLayoutSidebar } from '@tabler/icons-react';
import { ObserveButton } from '../ObserveButton';
import { type FrameProps, ordered } from './frame-props';
import { FrameFooter, FrameHome } from './FrameTop';
import { FrameLink } from './FrameLink';
import classes from './SideDrawer.module.css';

/** From 1024 px. */
export function SideDrawer({ onCollapse, ...props }: FrameProps & { onCollapse: () => void }) {
  const { labels, rare, observeTo, user, actions, sync, syncDetail, statistics, footer } = props;
  return (
    <header className={classes.drawer}>
      <div className={classes.top}>
        <FrameHome {...props} withName />
        <div className={classes.actions}>
          {actions}
          <Toggle label={labels.collapse} onClick={onCollapse} />
        </div>
      </div>
      {user && <div>{user}</div>}
      <ObserveButton to={observeTo} label={labels.observe} />
      <nav className={classes.links} aria-label={labels.navigation}>
        {ordered(props).map((item) => (
          <FrameLink key={item.to} item={item} look="line" />
        ))}
        {rare.length > 0 && <hr className={classes.rule} />}
        <div className={classes.rare}>
          {rare.map((item) => (
            <FrameLink key={item.to} item={item} look="line" />
          ))}
        </div>
      </nav>
      <div className={classes.foot}>
        {statistics && <div className={classes.statistics}>{statistics}</div>}
        {sync}
        {syncDetail}
        {footer && <FrameFooter isFlush>{footer}</FrameFooter>}
      </div>
    </header>
  );
}

/** Makes the drawer a rail, or the rail a drawer. */
export function Toggle({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button type="button" className={classes.toggle} aria-label={label} title={label} onClick={onClick}>
      <IconLayoutSidebar size={22} stroke={1.75} aria-hidden />
    </button>
  );
}
