import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { countryName } from '../../i18n/format';
import { useNow } from '../../device/use-now';
import { useLanguage } from '../../shared/session/session';
import { type ListedProject, countPeople, projectAddress } from './data';
import { periodInWords, fromNow, findTurn } from './words';
import classes from './ProjectCard.module.css';

const MINUTE_MS = 60_000;
/** More countries are named by their number. */
const NAMED = 2;

/** A project in a list. */
export function ProjectCard({ project, isJoined }: { project: ListedProject; isJoined: boolean }) {
  const { t } = useTranslation(['projects', 'common']);
  const language = useLanguage();
  const now = useNow(MINUTE_MS);
  const turn = findTurn(project, now);
  const people = countPeople(project, isJoined);
  const { countries } = project;
  const where =
    countries === null
      ? t('common:location.worldwide')
      : countries.length > NAMED
        ? t('countries', { count: countries.length })
        : countries.map((code) => countryName(code, language)).join(', ');
  const when = project.is_cancelled ? t('cancelled') : t(`turn.${turn.kind}`, { when: fromNow(turn.at, now, language) });
  return (
    <li className={classes.card}>
      <h2 className={classes.name}>
        <Link dir="auto" className={classes.link} to={projectAddress(project.id)}>
          {project.name}
        </Link>
      </h2>
      <p className={classes.line}>{periodInWords(project, language)}</p>
      <p className={classes.quiet}>{[when, where].filter(Boolean).join(' · ')}</p>
      <p className={classes.quiet}>
        {t('participants', { count: people })}
        {isJoined && (
          <span className={classes.joined}>
            <IconCheck size={16} aria-hidden /> {t('joined')}
          </span>
        )}
      </p>
    </li>
  );
}
