import { useTranslation } from 'react-i18next';
import { matchRoutes, useLocation, useNavigation } from 'react-router';
import { SCREENS } from '../screens';
import classes from './Opening.module.css';

const ROUTES = SCREENS.map(({ path, title }) => ({ path, id: title }));

/** What a screen looks like before its code and its texts are there. It appears only if they take a moment. */
export function Opening({ title }: { title?: string | undefined }) {
  return (
    <div className={classes.opening} aria-hidden data-opening>
      <p className={classes.title}>{title ?? <span className={classes.line} />}</p>
      {[58, 86, 74, 40].map((width) => (
        <span key={width} className={classes.line} style={{ width: `${width}%` }} />
      ))}
      <span className={classes.picture} />
    </div>
  );
}

/** Covers the screen that somebody leaves as soon as the next one takes a moment. That one stays mounted: a guard may lead back to it. */
export function NextScreen() {
  const { t } = useTranslation('common');
  const { location: next } = useNavigation();
  const { pathname } = useLocation();
  if (!next || next.pathname === pathname) return null;
  const title = matchRoutes(ROUTES, next.pathname)?.at(-1)?.route.id;
  return (
    <div className={classes.cover}>
      <Opening title={title && t(`screens.${title}` as 'screens.feed')} />
    </div>
  );
}
