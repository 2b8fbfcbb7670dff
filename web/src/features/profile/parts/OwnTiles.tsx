import { WORLDWIDE } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { distance, number } from '../../../i18n/format';
import { StatTile, StatTiles } from '../../../ui/StatTile';
import { useLanguage, useUser } from '../../../shared/session/session';
import { writeLocationQuery } from '../../../shared/location/location-filter';
import { useRelations } from '../../relations/data';
import { useProfileAddress, useProfileFilter } from '../address';
import { type OwnProfile, usePersonStatistics } from '../data';

/** The user's figures: those of their records from the device, and how many people they follow. */
export function OwnTiles({ own, isHidden }: { own: OwnProfile; isHidden: boolean }) {
  const { t } = useTranslation(['profile', 'common']);
  const language = useLanguage();
  const user = useUser();
  const { ids, followers } = useRelations();
  const { period, location } = useProfileFilter();
  const address = useProfileAddress();
  const { data: figures } = usePersonStatistics(user.id, { period, location });
  const { records, species, days } = own;
  const query = period === 'all' ? '' : `period=${period}`;
  const { gamification } = user.preferences;
  const confirmed = own.confirmed === null ? '–' : number(own.confirmed, language, { style: 'percent' });
  return (
    <StatTiles hidden={isHidden} isDense>
      <StatTile
        value={number(records.length, language)}
        label={t('tile.records', { count: records.length })}
        to={address({ tab: null, quality: null }, 'records')}
      />
      <StatTile
        value={number(species, language)}
        label={t('tile.species', { count: species })}
        to={`/my-species?${['view=seen', writeLocationQuery(location), query].filter(Boolean).join('&')}`}
      />
      <StatTile
        value={number(days, language)}
        label={t('tile.days', { count: days })}
        {...(location === WORLDWIDE && { to: `/my-journeys?${query}` })}
      />
      <StatTile value={confirmed} label={t('tile.confirmed')} to={address({ tab: null, quality: 'confirmed' }, 'records')} />
      {figures?.journeys !== undefined && figures.journeys > 0 && (
        <StatTile
          value={number(figures.journeys, language)}
          label={t('tile.journeys', { count: figures.journeys })}
          change={distance((figures.kilometres ?? 0) * 1000, user.preferences.units, language)}
          to={`/my-journeys?${query}`}
        />
      )}
      {figures && (
        <StatTile
          value={number(figures.identifications, language)}
          label={t('figures.identifications', { count: figures.identifications })}
          to={address({ tab: 'identifications' }, 'identifications')}
        />
      )}
      {gamification && (
        <StatTile
          value={number(user.badges.length, language)}
          label={t('tile.badges', { count: user.badges.length })}
          change={`${number(user.total_xp, language)} ${t('tile.points', { count: user.total_xp })}`}
          to={address({ tab: 'badges' }, 'badges')}
        />
      )}
      {followers !== undefined && (
        <>
          <StatTile
            value={number(ids.follow.size, language)}
            label={t('tile.followed', { count: ids.follow.size })}
            to="/settings/people"
          />
          <StatTile value={number(followers, language)} label={t('tile.followers', { count: followers })} />
        </>
      )}
    </StatTiles>
  );
}
