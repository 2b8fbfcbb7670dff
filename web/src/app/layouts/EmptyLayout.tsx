import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { HomeLink } from '../../ui/frame/FrameTop';
import classes from './EmptyLayout.module.css';

/** Only the screen, without navigation: not found, update. */
export function EmptyLayout({ children }: { children: ReactNode }) {
  const { t } = useTranslation('common');
  return (
    <EmptyFrame homeTo="/" homeLabel={t('action.go_home')}>
      {children}
    </EmptyFrame>
  );
}

interface Props {
  homeTo: string;
  homeLabel: string;
  children: ReactNode;
}

/** Only the logo and a message: not found, update required. */
export function EmptyFrame({ homeTo, homeLabel, children }: Props) {
  return (
    <div className={classes.frame}>
      <header className={classes.top}>
        <HomeLink to={homeTo} label={homeLabel} size={36} />
      </header>
      <main className={classes.content} id="content" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
