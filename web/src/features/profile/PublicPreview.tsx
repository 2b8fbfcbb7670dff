import { useTranslation } from 'react-i18next';
import { countryName, formatDate, number } from '../../i18n/format';
import { RecordCardSkeletons } from '../../ui/Skeletons';
import { StatTile, StatTiles } from '../../ui/StatTile';
import { useLanguage, useUser } from '../../shared/session/session';
import { LoadFailure } from '../../shared/records/lists/ListParts';
import { usePerson } from './data';
import classes from './profile.module.css';
import { AboutPerson, Portrait } from './AboutPerson';
import { SharedBadges } from './SharedBadges';

/** The user's profile as others see it. */
export default function PublicPreview() {
  const { t } = useTranslation('profile');
  const language = useLanguage();
  const { id, preferences } = useUser();
  const { data: person, error, refetch } = usePerson(id);
  if (!person) return error ? <LoadFailure error={error} onRetry={() => void refetch()} /> : <RecordCardSkeletons label={t('loading')} />;
  const joined =
    person.joined && t('joined', { month: formatDate(new Date(`${person.joined}-15`), language, { month: 'long', year: 'numeric' }) });
  const line = [person.is_listed && person.country_code && countryName(person.country_code, language), joined];
  return (
    <section className={classes.preview} aria-label={t('view.preview')}>
      <p className={classes.rank}>{t(preferences.community_opt_in ? 'preview.listed' : 'preview.not_listed')}</p>
      <Portrait person={person} picture={person.portrait_url} line={line.filter(Boolean).join(' · ')} />
      <AboutPerson {...person} />
      <StatTiles>
        <StatTile value={number(person.observations, language)} label={t('tile.records', { count: person.observations })} />
        <StatTile value={number(person.species, language)} label={t('tile.species', { count: person.species })} />
        {person.level !== null && <StatTile value={number(person.level, language)} label={t('tile.level')} />}
      </StatTiles>
      {person.badges && <SharedBadges name={person.name} badges={person.badges} />}
    </section>
  );
}
