import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listSuggestedPeople, WORLDWIDE } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { api } from '../../local/app/veld';
import { Avatar } from '../../ui/avatar/Avatar';
import { Binoculars } from '../../ui/drawings/EmptyDrawings';
import { EmptyState } from '../../ui/EmptyState';
import { SectionTitle } from '../../ui/SectionTitle';
import { useUser } from '../../shared/session/session';
import { FollowButton } from '../relations/FollowButton';
import classes from './NobodyFollowed.module.css';

/** Instead of an empty list: people that the user may want to follow, and a link to records nearby. */
export function NobodyFollowed({ onNearby }: { onNearby: () => void }) {
  const { t } = useTranslation(['feed', 'common']);
  const country = useUser().country_code ?? WORLDWIDE;
  const { data } = useQuery({
    queryKey: ['suggestions', country],
    queryFn: ({ signal }) => api.call(listSuggestedPeople, { query: { country } }, { signal }),
    meta: { persist: true },
  });
  const people = data?.data.people ?? [];
  return (
    <>
      <EmptyState
        drawing={<Binoculars />}
        sentence={t('nobody_followed')}
        action={
          <Button variant="default" onClick={onNearby}>
            {t('show_nearby')}
          </Button>
        }
      />
      {people.length > 0 && (
        <section className={classes.people} aria-labelledby="suggested">
          <SectionTitle id="suggested">{t('suggested')}</SectionTitle>
          <ul className={classes.list}>
            {people.map((person) => (
              <li key={person.id} className={classes.person}>
                <Avatar person={person} />
                <span className={classes.words}>
                  <Link dir="auto" to={`/profile/${person.id}`}>
                    {person.name}
                  </Link>
                  <span className={classes.quiet}>{t('common:count.records', { count: person.observations })}</span>
                </span>
                <FollowButton person={person} isFollowed={false} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
