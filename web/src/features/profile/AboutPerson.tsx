import type { CommunityProfile } from '@veld/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { languageNameIn } from '../../i18n/format';
import { useLanguage } from '../../shared/session/session';
import { Avatar } from '../../ui/avatar/Avatar';
import classes from './AboutPerson.module.css';

type Texts = Pick<CommunityProfile, 'bio' | 'languages' | 'orcid' | 'links'>;

/** What a person wrote about themselves; nothing without a text. */
export function AboutPerson({ bio, languages, orcid, links }: Texts) {
  const { t } = useTranslation('profile');
  const language = useLanguage();
  if (!bio && !orcid && languages.length === 0 && links.length === 0) return null;
  return (
    <div className={classes.about}>
      {bio && (
        <p dir="auto" className={classes.bio}>
          {bio}
        </p>
      )}
      <dl className={classes.facts}>
        {languages.length > 0 && (
          <div>
            <dt>{t('about.languages')}</dt>
            <dd>{languages.map((code) => languageNameIn(code, language)).join(', ')}</dd>
          </div>
        )}
        {orcid && (
          <div>
            <dt>ORCID</dt>
            <dd>
              <Outside href={`https://orcid.org/${orcid}`}>{orcid}</Outside>
            </dd>
          </div>
        )}
        {links.length > 0 && (
          <div>
            <dt>{t('about.links')}</dt>
            {links.map((link) => (
              <dd key={link}>
                <Outside href={link}>{link.replace(/^https:\/\/(www\.)?/, '').replace(/\/$/, '')}</Outside>
              </dd>
            ))}
          </div>
        )}
      </dl>
    </div>
  );
}

/** A link of a person; the other site does not learn where it was followed. */
function Outside({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
      {children}
    </a>
  );
}

interface Props {
  person: { id: string; name: string };
  /** The address of a picture; initials without one. */
  picture?: string | null | undefined;
  /** Marks after the name. */
  mark?: ReactNode;
  /** Secondary line: country, member since. */
  line?: string;
  actions?: ReactNode;
}

/** Name and picture of a person. */
export function Portrait({ person, picture, mark, line, actions }: Props) {
  return (
    <header className={classes.portrait}>
      {picture ? (
        <img className={classes.picture} src={picture} alt="" width={88} height={88} decoding="async" />
      ) : (
        <Avatar person={person} size="large" />
      )}
      <div className={classes.words}>
        <h1 className={classes.name}>
          <bdi dir="auto">{person.name}</bdi> {mark}
        </h1>
        {line && <p className={classes.line}>{line}</p>}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </header>
  );
}
