import { Anchor, Button } from '@mantine/core';
import {
  IconCalendar,
  IconCamera,
  IconCheck,
  IconDownload,
  IconForms,
  IconLeaf,
  IconMapPin,
  IconTarget,
  IconUmbrella,
  IconUsers,
} from '@tabler/icons-react';
import type { TaxonSummary } from '@veld/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { saveFiles } from '../../../device/files';
import { countryName, number } from '../../../i18n/format';
import { MoreRecords } from '../../../shared/records/lists/ListParts';
import { PublicRecordCard } from '../../../shared/records/RecordCards';
import { useFormErrorText } from '../../../shared/session/form';
import { notifier, useLanguage } from '../../../shared/session/session';
import { speciesAddress } from '../../../shared/taxa/data';
import { useNamedTaxon } from '../../../shared/taxa/names';
import { CardGrid } from '../../../ui/cards/CardGrid';
import { TaxonRow } from '../../../ui/cards/TaxonRow';
import { SectionTitle } from '../../../ui/SectionTitle';
import { RecordCardSkeletons } from '../../../ui/Skeletons';
import { StatTile, StatTiles } from '../../../ui/StatTile';
import { useRelations } from '../../relations/data';
import { countPeople, type Membership, type Project, projectAddress, useProjectRecords, useProjectSpecies } from '../data';
import { hasHours, hoursInWords, periodInWords } from '../words';
import classes from './page.module.css';

const FIRST_RECORDS = 6;

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

/** Which records count for a project, and who organises it. */
export function Rules({ project }: { project: Project }) {
  const { t } = useTranslation(['projects', 'common']);
  const language = useLanguage();
  const { area, taxa, groups, organisers } = project;
  const list = (words: readonly string[]) => new Intl.ListFormat(language).format(words);
  const where =
    area.type === 'worldwide'
      ? t('common:location.worldwide')
      : area.type === 'countries'
        ? list(area.countries.map((code) => countryName(code, language)))
        : t('rule.polygon');
  const what = [...taxa.map(({ name }) => name), ...groups.map((group) => t(`common:group.${group}`))];
  return (
    <section aria-labelledby="rules">
      <SectionTitle id="rules">{t('rules')}</SectionTitle>
      <ul className={classes.rules}>
        <li className={classes.rule}>
          <IconCalendar size={20} aria-hidden />
          {hasHours(project) ? (
            <span>
              {t('rule.hours', hoursInWords(project, language))}
              <span className={classes.detail}>{t('rule.hours_hint')}</span>
            </span>
          ) : (
            periodInWords(project, language)
          )}
        </li>
        <li className={classes.rule}>
          <IconMapPin size={20} aria-hidden /> {where}
        </li>
        <li className={classes.rule}>
          <IconLeaf size={20} aria-hidden /> {what.length > 0 ? list(what) : t('rule.all_taxa')}
        </li>
        {project.photo_required && (
          <li className={classes.rule}>
            <IconCamera size={20} aria-hidden /> {t('rule.photo')}
          </li>
        )}
        {project.required_fields.map((field) => (
          <li key={field} className={classes.rule}>
            <IconForms size={20} aria-hidden /> {t(`rule.${field}`)}
          </li>
        ))}
        {project.max_uncertainty_m !== null && (
          <li className={classes.rule}>
            <IconTarget size={20} aria-hidden /> {t('rule.accuracy', { metres: number(project.max_uncertainty_m, language) })}
          </li>
        )}
        {project.confirmed_only && (
          <li className={classes.rule}>
            <IconCheck size={20} aria-hidden /> {t('rule.confirmed')}
          </li>
        )}
        {project.parts.length > 0 && (
          <li className={classes.rule}>
            <IconUmbrella size={20} aria-hidden />
            <span>
              {t('parts.gathers')}{' '}
              {project.parts.map(({ id, name }, index) => (
                <span key={id}>
                  {index > 0 && ', '}
                  <Anchor component={Link} dir="auto" to={projectAddress(id)}>
                    {name}
                  </Anchor>
                </span>
              ))}
            </span>
          </li>
        )}
        {organisers.length > 0 && (
          <li className={classes.rule}>
            <IconUsers size={20} aria-hidden />
            <span>
              {t('organised_by')}{' '}
              {organisers.map(({ id, name }, index) => (
                <span key={id}>
                  {index > 0 && ', '}
                  <Anchor component={Link} to={`/profile/${id}`}>
                    {name}
                  </Anchor>
                </span>
              ))}
            </span>
          </li>
        )}
      </ul>
      <p className={classes.quiet}>{t('rule.hidden')}</p>
    </section>
  );
}

/** The records of a project, latest first. */
export function LatestRecords({ project }: { project: Project }) {
  const { t } = useTranslation(['projects', 'common']);
  const [isAll, setAll] = useState(false);
  const { ids } = useRelations();
  const list = useProjectRecords(project.id);
  const records = list.data?.pages.flatMap((page) => page.data).filter(({ user }) => !ids.block.has(user.id) && !ids.mute.has(user.id));
  return (
    <section aria-labelledby="latest">
      <SectionTitle id="latest" action={project.counts.records > 0 && <ExportButton project={project} />}>
        {t('latest')}
      </SectionTitle>
      {list.isPending && <RecordCardSkeletons count={3} label={t('loading')} />}
      {list.isError && !records && <p className={classes.quiet}>{t('part_failed')}</p>}
      {records?.length === 0 && <p className={classes.quiet}>{t('latest_empty')}</p>}
      {records && records.length > 0 && (
        <CardGrid label={t('latest')}>
          {records.slice(0, isAll ? undefined : FIRST_RECORDS).map((record) => (
            <PublicRecordCard key={record.id} record={record} headingLevel={3} />
          ))}
        </CardGrid>
      )}
      {!isAll && records && records.length > FIRST_RECORDS && (
        <Button className={classes.more} variant="default" onClick={() => setAll(true)}>
          {t('common:action.show_more')}
        </Button>
      )}
      {isAll && list.hasNextPage && (
        <MoreRecords onMore={() => void list.fetchNextPage()} isLoading={list.isFetchingNextPage} hasFailed={list.isFetchNextPageError} />
      )}
    </section>
  );
}

/** Saves what everybody may know of the records of a project as a table with Darwin Core columns. */
function ExportButton({ project }: { project: Project }) {
  const { t } = useTranslation(['projects', 'common']);
  const errorTextOf = useFormErrorText();
  const [isBusy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      const { exportProject } = await import('./export-project');
      saveFiles([await exportProject(project.id)]);
    } catch (error) {
      notifier.show('negative', errorTextOf(error), { cause: error });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="subtle" loading={isBusy} leftSection={<IconDownload size={20} aria-hidden />} onClick={() => void run()}>
      {t('export')}
    </Button>
  );
}
