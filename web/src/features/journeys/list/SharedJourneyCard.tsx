import { IconRoute } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ListedJourney, listJourneys } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { recordedDate } from '../../../i18n/format';
import { api } from '../../../local/app/veld';
import { FIRST_PAGE, useLanguage } from '../../../shared/session/session';
import { duration } from '../effort-words';
import classes from './SharedJourneyCard.module.css';

const PAGE = 20;
/** Of the newest journeys of everyone, so many are looked at. */
const LATEST = 50;

interface Props {
  journey: ListedJourney;
  /** Whether it says whose journey it is. */
  hasPerson?: boolean;
  headingLevel?: 2 | 3;
}

/** A journey that somebody shares, in a list. */
export function SharedJourneyCard({ journey, hasPerson = true, headingLevel = 3 }: Props) {
  const { t } = useTranslation(['journeys', 'common']);
  const language = useLanguage();
  const Heading = `h${headingLevel}` as const;
  const { id, user, name, records, species } = journey;
  return (
    <article className={classes.card}>
      <IconRoute className={classes.icon} size={28} aria-hidden />
      <div className={classes.words}>
        <Heading className={classes.title}>
          <Link dir="auto" to={`/journey/${id}`}>
            {name}
          </Link>
        </Heading>
        <p className={classes.line}>
          {hasPerson && (
            <>
              <Link dir="auto" to={`/profile/${user.id}`}>
                {user.name}
              </Link>{' '}
              ·{' '}
            </>
          )}
          {recordedDate(journey.started_on, language)} · {t(`protocol.${journey.protocol}`)}
        </p>
        <p className={classes.line}>
          {[
            duration(journey.duration_s, language),
            t('common:count.records', { count: records }),
            t('common:count.species', { count: species }),
          ].join(' · ')}
        </p>
      </div>
    </article>
  );
}

/** The journeys that a person shares. */
export function useSharedJourneys(userId: string) {
  return useInfiniteQuery({
    queryKey: ['journeys-of', userId],
    queryFn: ({ pageParam, signal }) =>
      api.call(listJourneys, { query: { user_id: userId, limit: PAGE, ...(pageParam === null ? {} : { cursor: pageParam }) } }, { signal }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (last) => last.next_cursor,
    meta: { persist: true },
  });
}

/** The newest journeys that people share; those of the last visit while there is no connection. */
export function useLatestJourneys(isWanted: boolean) {
  return useQuery({
    queryKey: ['journeys-latest'],
    queryFn: async ({ signal }) => (await api.call(listJourneys, { query: { limit: LATEST } }, { signal })).data,
    enabled: isWanted,
    meta: { persist: true },
  });
}
