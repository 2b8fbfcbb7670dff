import { ObserveButton } from '../ObserveButton';
import { type FrameProps, ordered } from './frame-props';
import { FrameFooter } from './FrameFooter';
import { FrameHome } from './FrameHome';
import { FrameLink } from './FrameLink';
import classes from './SideDrawer.module.css';

/** From 1024 px. */
export function SideDrawer(props: FrameProps) {
  const { labels, rare, observeTo, user, actions, sync, statistics, footer } = props;
  return (
    <header className={classes.drawer}>
      <div className={classes.top}>
        <FrameHome {...props} withName />
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      {user && <div>{user}</div>}
      <ObserveButton to={observeTo} label={labels.observe} />
      <nav className={classes.links} aria-label={labels.navigation}>
        {ordered(props).map((item) => (
          <FrameLink key={item.to} item={item} look="line" />
        ))}
        {rare.length > 0 && <hr className={classes.rule} />}
        {rare.map((item) => (
          <FrameLink key={item.to} item={item} look="line" />
        ))}
      </nav>
      <div className={classes.foot}>
        {statistics}
        {sync}
        {footer && <FrameFooter isFlush>{footer}</FrameFooter>}
      </div>
    </header>
  );
}
