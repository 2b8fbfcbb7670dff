import type { ProjectRank } from '@veld/contract';
import { useState } from 'react';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { number } from '../../../i18n/format';
import { SectionTitle } from '../../../ui/SectionTitle';
import { useLanguage, useUser } from '../../../shared/session/session';
import { type Project, useProjectPeople } from '../data';
import classes from './page.module.css';
import { PartFailed } from './PartFailed';

const FIRST = 5;

/** The participants with most species, among those who chose to be shown. */
export function Ranking({ project }: { project: Project }) {
  const { t } = useTranslation(['projects', 'common']);
  const me = useUser();
  const { data, isError, refetch } = useProjectPeople(project.id);
  const [isAll, setAll] = useState(false);
  const people = data?.data ?? [];
  const shown = isAll ? people : people.slice(0, FIRST);
  const own = data?.own ?? null;
  return (
    <section aria-labelledby="ranking">
      <SectionTitle id="ranking">{t('ranking')}</SectionTitle>
      {isError && !data && <PartFailed onRetry={() => void refetch()} />}
      {data && people.length === 0 && <p className={classes.quiet}>{t('ranking_empty')}</p>}
      {shown.length > 0 && (
        <ol className={classes.rows}>
          {shown.map((person) => (
            <Person key={person.id} person={person} isMe={person.id === me.id} />
          ))}
          {own && !shown.some(({ id }) => id === own.id) && <Person person={own} isMe />}
        </ol>
      )}
      {!isAll && people.length > FIRST && (
        <Button className={classes.more} variant="default" onClick={() => setAll(true)}>
          {t('common:action.show_more')}
        </Button>
      )}
      <p className={classes.quiet}>{t('ranking_hint')}</p>
    </section>
  );
}

function Person({ person: { id, name, rank, species, records }, isMe }: { person: ProjectRank; isMe: boolean }) {
  const { t } = useTranslation(['projects', 'common']);
  const language = useLanguage();
  return (
    <li>
      <Link className={classes.person} data-me={isMe || undefined} to={isMe ? '/profile' : `/profile/${id}`}>
        <span className={classes.rank}>{number(rank, language)}</span>
        <span className={classes.words}>
          <bdi dir="auto">{name}</bdi>
          {isMe && ` (${t('you')})`}
        </span>
        <span className={classes.quiet}>
          {t('common:count.species', { count: species })} · {t('common:count.records', { count: records })}
        </span>
      </Link>
    </li>
  );
}
