import type { ReactNode } from 'react';
import { Mark } from '../../ui/drawings/Mark';
import classes from './EmbedLayout.module.css';

/** For embeds on other websites: the widget, and a small logo that opens the instance in a new tab, without navigation. */
export function EmbedLayout({ children }: { children: ReactNode }) {
  return (
    <div className={classes.frame}>
      <main className={classes.content} id="content">
        {children}
      </main>
      <footer className={classes.foot}>
        <a className={classes.home} href="/" target="_blank" rel="noopener">
          <Mark size={20} /> Veld
        </a>
      </footer>
    </div>
  );
}
