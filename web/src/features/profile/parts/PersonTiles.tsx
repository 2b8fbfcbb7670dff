import type { CommunityProfile } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { distance, number } from '../../../i18n/format';
import { StatTile, StatTiles } from '../../../ui/StatTile';
import { useLanguage, useUser } from '../../../shared/session/session';
import { useProfileAddress } from '../address';
import type { StatisticsOf } from '../data';
import { confirmedShare } from '../own-records';
import { ConfirmedTile } from './ConfirmedTile';

/** The figures of a person, each with a link to the list that it counts. */
export function PersonTiles({ person, figures }: { person: CommunityProfile; figures: StatisticsOf }) {
  const { t } = useTranslation(['profile', 'common']);
  const language = useLanguage();
  const { gamification, units } = useUser().preferences;
  const address = useProfileAddress();
  const { observations, species, identifications, confirmed, confirmable, journeys = 0, kilometres = 0 } = figures;
  return (
    <StatTiles isDense>
      <StatTile
        value={number(observations, language)}
        label={t('tile.records', { count: observations })}
        to={address({ view: null, quality: null }, 'records')}
      />
      <StatTile
        value={number(species, language)}
        label={t('tile.species', { count: species })}
        to={address({ view: 'species' }, 'species')}
      />
      <ConfirmedTile share={confirmedShare(confirmed, confirmable)} to={address({ view: null, quality: 'confirmed' }, 'records')} />
      {journeys > 0 && (
        <StatTile
          value={number(journeys, language)}
          label={t('tile.journeys', { count: journeys })}
          {...(kilometres > 0 && { change: distance(kilometres * 1000, units, language) })}
          to={address({ view: 'journeys' }, 'journeys')}
        />
      )}
      <StatTile
        value={number(identifications, language)}
        label={t('figures.identifications', { count: identifications })}
        to={address({ view: 'identifications' }, 'identifications')}
      />
      {person.badges && gamification && (
        <StatTile
          value={number(person.badges.length, language)}
          label={t('tile.badges', { count: person.badges.length })}
          to={address({ view: 'badges' }, 'badges')}
          {...(person.level !== null && { change: t('common:count.level', { level: number(person.level, language) }) })}
        />
      )}
    </StatTiles>
  );
}
