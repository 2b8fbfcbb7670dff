import type { ReactNode } from 'react';
import { Kingfisher } from '../drawings/Kingfisher';
import { Landscape } from '../drawings/Landscape';
import { HomeLink, SkipLink } from './FrameTop';
import classes from './GuestFrame.module.css';

interface Props {
  /** Language selection, top right. */
  language?: ReactNode;
  homeTo: string;
  homeLabel: string;
  skipLabel: string;
  /** `cover`: the welcome page; `form`: a panel with a form; `page`: a whole page. */
  look?: 'cover' | 'form' | 'page';
  footer?: ReactNode;
  children: ReactNode;
}

/** The frame for visitors. */
export function GuestFrame({ language, homeTo, homeLabel, skipLabel, look = 'form', footer, children }: Props) {
  return (
    <div className={classes.frame} data-look={look}>
      <SkipLink label={skipLabel} />
      <header className={classes.top}>
        <HomeLink to={homeTo} label={homeLabel} size={36} withName />
        {language && <div className={classes.language}>{language}</div>}
      </header>
      <main className={classes.content} id="content" tabIndex={-1}>
        {look === 'form' ? <div className={classes.sheet}>{children}</div> : children}
      </main>
      {footer && <footer className={classes.footer}>{footer}</footer>}
      {look !== 'page' && <Landscape className={classes.landscape} />}
      {look === 'cover' && <Kingfisher className={classes.bird} />}
    </div>
  );
}
