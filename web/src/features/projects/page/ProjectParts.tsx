import { Button } from '@mantine/core';
import type { TaxonSummary } from '@veld/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { number } from '../../../i18n/format';
import { useLanguage } from '../../../shared/session/session';
import { speciesAddress } from '../../../shared/taxa/data';
import { useNamedTaxon } from '../../../shared/taxa/names';
import { TaxonRow } from '../../../ui/cards/TaxonRow';
import { SectionTitle } from '../../../ui/SectionTitle';
import { StatTile, StatTiles } from '../../../ui/StatTile';
import { type Membership, countPeople, type Project, useProjectSpecies } from '../data';
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

const FIRST = 10;

/** The species of a project, most recorded first. */
export function SpeciesList({ id }: { id: string }) {
  const { t } = useTranslation(['projects', 'common']);
  const { data, isError, refetch } = useProjectSpecies(id);
  const [isAll, setAll] = useState(false);
  const rows = isAll ? data : data?.slice(0, FIRST);
  if (data?.length === 0) return null;
  return (
    <section aria-labelledby="species">
      <SectionTitle id="species">{t('species')}</SectionTitle>
      {isError && !data && <PartFailed onRetry={() => void refetch()} />}
      {rows && (
        <ul className={classes.rows}>
          {rows.map(({ taxon, records }) => (
            <li key={taxon.id}>
              <Species taxon={taxon} records={records} />
            </li>
          ))}
        </ul>
      )}
      {!isAll && data && data.length > FIRST && (
        <Button className={classes.more} variant="default" onClick={() => setAll(true)}>
          {t('common:action.show_more')}
        </Button>
      )}
    </section>
  );
}

function Species({ taxon: given, records }: { taxon: TaxonSummary; records: number }) {
  const { t } = useTranslation('common');
  const taxon = useNamedTaxon(given);
  return (
    <TaxonRow
      name={taxon.name}
      scientificName={taxon.scientific_name}
      rank={taxon.rank}
      group={taxon.group}
      imageUrl={taxon.image_url}
      note={t('count.records', { count: records })}
      to={speciesAddress(taxon.id)}
    />
  );
}

/** Instead of a part of the page that could not be loaded. */
export function PartFailed({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation(['projects', 'common']);
  return (
    <>
      <p className={classes.quiet}>{t('part_failed')}</p>
      <Button variant="default" onClick={onRetry}>
        {t('common:action.retry')}
      </Button>
    </>
  );
}
