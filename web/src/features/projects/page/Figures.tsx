import { useTranslation } from 'react-i18next';
import { number } from '../../../i18n/format';
import { StatTile, StatTiles } from '../../../ui/StatTile';
import { useLanguage } from '../../../shared/session/session';
import { type Membership, countPeople, type Project } from '../data';
import classes from './page.module.css';

/** How much has been recorded, and what the user's part of it is. */
export function Figures({ project, membership }: { project: Project; membership: Membership }) {
  const { t } = useTranslation(['projects', 'common']);
  const language = useLanguage();
  const { records, species, confirmed } = project.counts;
  const people = countPeople(project, membership.isJoined);
  return (
    <section aria-label={t('figures')}>
      <StatTiles>
        <StatTile value={number(people, language)} label={t('tile.people', { count: people })} />
        <StatTile value={number(records, language)} label={t('tile.records', { count: records })} />
        <StatTile value={number(species, language)} label={t('tile.species', { count: species })} />
        <StatTile value={number(confirmed, language)} label={t('tile.confirmed', { count: confirmed })} />
      </StatTiles>
      {membership.isJoined && (
        <p className={classes.own}>
          {project.own
            ? t('own', {
                records: t('common:count.records', { count: project.own.records }),
                species: t('common:count.species', { count: project.own.species }),
              })
            : t('own_soon')}
        </p>
      )}
    </section>
  );
}
