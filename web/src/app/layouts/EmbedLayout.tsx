import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Mark } from '../../ui/drawings/Mark';
import classes from './EmbedLayout.module.css';

/** For embeds on other websites. */
export function EmbedLayout({ children }: { children: ReactNode }) {
  const { t } = useTranslation('embeds');
  return (
    <EmbedFrame homeUrl="/" homeLabel={t('home')}>
      {children}
    </EmbedFrame>
  );
}

interface Props {
  /** Link target of the logo, opened in a new tab: the instance of the widget. */
  homeUrl: string;
  homeLabel: string;
  children: ReactNode;
}

/** For embeds on other websites: the widget and a small logo, without navigation. */
export function EmbedFrame({ homeUrl, homeLabel, children }: Props) {
  return (
    <div className={classes.frame}>
      <main className={classes.content} id="content">
        {children}
      </main>
      <footer className={classes.foot}>
        <a className={classes.home} href={homeUrl} target="_blank" rel="noopener">
          <Mark size={20} /> {homeLabel}
        </a>
      </footer>
    </div>
  );
}
