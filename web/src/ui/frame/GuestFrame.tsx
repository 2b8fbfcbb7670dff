import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Landscape } from '../drawings/Landscape';
import { Mark } from '../drawings/Mark';
import classes from './GuestFrame.module.css';

interface Props {
  /** The choice of language, top right. */
  language?: ReactNode;
  homeTo: string;
  homeLabel: string;
  skipLabel: string;
  /** `cover`: the welcome page, words on the open sky; `form`: one sheet with a form. */
  look?: 'cover' | 'form';
  footer?: ReactNode;
  children: ReactNode;
}

/** The cover of the notebook: for everybody who is not logged in. */
export function GuestFrame({ language, homeTo, homeLabel, skipLabel, look = 'form', footer, children }: Props) {
  return (
    <div className={classes.frame} data-look={look}>
      <a className={classes.skip} href="#content">
        {skipLabel}
      </a>
      <header className={classes.top}>
        <Link className={classes.home} to={homeTo} aria-label={`Veld, ${homeLabel}`}>
          <Mark size={36} />
          <span className={classes.brand} aria-hidden>
            Veld
          </span>
        </Link>
        {language && <div className={classes.language}>{language}</div>}
      </header>
      <main className={classes.content} id="content" tabIndex={-1}>
        {look === 'form' ? <div className={classes.sheet}>{children}</div> : children}
      </main>
      {footer && <footer className={classes.footer}>{footer}</footer>}
      <Landscape className={classes.landscape} />
    </div>
  );
}
