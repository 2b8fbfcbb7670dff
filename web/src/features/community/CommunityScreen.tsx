import { Anchor } from '@mantine/core';
import { WORLDWIDE } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isAreaFilter, isLocationFilter, useLocationFilter } from '../../shared/location/location-filter';
import { LocationSelect } from '../../shared/location/LocationSelect';
import { LoadFailure } from '../../shared/records/lists/ListParts';
import { useUser } from '../../shared/session/session';
import { TabRow } from '../../ui/fields/TabRow';
import { PageHeader } from '../../ui/PageHeader';
import { TaxonRowSkeletons } from '../../ui/Skeletons';
import { useAddressFilter } from '../../ui/use-address-filter';
import { useMemberships, useProjects } from '../projects/data';
import { ProjectCard } from '../projects/ProjectCard';
import { Leaderboards } from './Leaderboards';
import { People } from './People';
import classes from './CommunityScreen.module.css';

const SECTIONS = ['people', 'leaderboards', 'projects'] as const;

/** People, leaderboards and projects of a country, a saved place or the world. */
export default function CommunityScreen() {
  const { t } = useTranslation(['community', 'common']);
  const [read, write] = useAddressFilter();
  const section = parseSection(read('section'));
  const me = useUser();
  const [location, setLocation] = useLocationFilter(me.country_code ?? WORLDWIDE, isLocationFilter);
  const country = isAreaFilter(location) ? WORLDWIDE : location;
  return (
    <>
      <PageHeader
        title={t('common:screens.community')}
        lead={t('lead')}
        actions={section === 'people' && <LocationSelect value={location} onChange={setLocation} hasPlaces />}
      />
      <div className={classes.sections}>
        <Sections value={section} onChange={(next) => write({ section: next === 'people' ? null : next })} />
      </div>
      {section === 'people' && <People location={location} onLocation={setLocation} />}
      {section === 'leaderboards' && <Leaderboards />}
      {section === 'projects' && <RunningProjects country={country} />}
    </>
  );
}

/** The projects that run now in a country, or in the world, and the way to all. */
function RunningProjects({ country }: { country: string }) {
  const { t } = useTranslation(['community', 'projects']);
  const list = useProjects({ view: 'running', country: country === WORLDWIDE ? null : country, name: '' });
  const membershipOf = useMemberships(list.dataUpdatedAt);
  const projects = list.data?.pages[0]?.data;
  return (
    <section aria-label={t('section.projects')}>
      {list.isPending && <TaxonRowSkeletons count={3} label={t('projects:loading')} />}
      {list.error && !projects && <LoadFailure error={list.error} onRetry={() => void list.refetch()} />}
      {projects?.length === 0 && <p className={classes.quiet}>{t('projects:empty.running')}</p>}
      {projects && projects.length > 0 && (
        <ul className={classes.runningProjectsList}>
          {projects.map((project) => (
            <ProjectCard key={project.id} project={project} isJoined={membershipOf(project).isJoined} />
          ))}
        </ul>
      )}
      <Anchor component={Link} className={classes.all} to="/projects">
        {t('all_projects')}
      </Anchor>
    </section>
  );
}

type CommunitySection = (typeof SECTIONS)[number];

function parseSection(value: string | null): CommunitySection {
  return SECTIONS.find((section) => section === value) ?? 'people';
}

/** Chooses a part of the community. */
function Sections({ value, onChange }: { value: CommunitySection; onChange: (section: CommunitySection) => void }) {
  const { t } = useTranslation('community');
  const tabs = SECTIONS.map((section) => ({ value: section, label: t(`section.${section}`) }));
  return <TabRow label={t('section.label')} value={value} tabs={tabs} onChange={onChange} />;
}
