import { Button, SegmentedControl } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { WORLDWIDE } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { EmptyState } from '../../ui/EmptyState';
import { HillPath } from '../../ui/drawings/EmptyDrawings';
import { PageHeader } from '../../ui/PageHeader';
import { SearchField } from '../../ui/SearchField';
import { TaxonRowSkeletons } from '../../ui/Skeletons';
import { useAddressFilter } from '../../ui/use-address-filter';
import { useLocationFilter } from '../../shared/location/location-filter';
import { LocationSelect } from '../../shared/location/LocationSelect';
import { FreshnessMark, LoadFailure, Marks, MoreRecords } from '../../shared/records/lists/ListParts';
import { NEW_PROJECT, PROJECT_VIEWS, projectAddress, parseProjectView, useMemberships, useProjects } from './data';
import { ProjectCard } from './ProjectCard';
import classes from './ProjectsScreen.module.css';

/** The projects of a country or the world: running, coming up, past, and the user's. */
export default function ProjectsScreen() {
  const { t } = useTranslation(['projects', 'common']);
  const [read, write] = useAddressFilter();
  const view = parseProjectView(read('view'));
  const name = read('name')?.trim() ?? '';
  const [location, setLocation] = useLocationFilter(WORLDWIDE);
  // What somebody takes part in is theirs wherever it is.
  const country = location === WORLDWIDE || view === 'mine' ? null : location;
  const list = useProjects({ view, country, name });
  const projects = list.data?.pages.flatMap((page) => page.data);
  const membershipOf = useMemberships(list.dataUpdatedAt);
  const isNarrowed = country !== null || name !== '';

  return (
    <>
      <PageHeader
        title={t('common:screens.projects')}
        lead={t('lead')}
        actions={
          <Button component={Link} to={projectAddress(NEW_PROJECT)} leftSection={<IconPlus size={20} aria-hidden />}>
            {t('new')}
          </Button>
        }
      />
      <div className={classes.filters}>
        <SegmentedControl
          className={classes.views}
          aria-label={t('view.label')}
          value={view}
          onChange={(next) => write({ view: next === 'running' ? null : next })}
          data={PROJECT_VIEWS.map((one) => ({ value: one, label: t(`view.${one}`) }))}
        />
        {view !== 'mine' && <LocationSelect value={location} onChange={setLocation} />}
        <SearchField
          label={t('search')}
          clearLabel={t('common:action.clear')}
          value={name}
          onChange={(text) => write({ name: text.trim() || null })}
        />
      </div>
      <Marks>
        <FreshnessMark
          isOutdated={projects !== undefined && list.isError}
          refreshedAt={list.dataUpdatedAt}
          onRetry={() => void list.refetch()}
        />
      </Marks>
      {list.isPending && <TaxonRowSkeletons count={4} label={t('loading')} />}
      {list.error && !projects && <LoadFailure error={list.error} onRetry={() => void list.refetch()} />}
      {projects?.length === 0 && (
        <EmptyState
          drawing={<HillPath />}
          sentence={t(isNarrowed ? 'empty.narrowed' : `empty.${view}`)}
          action={
            isNarrowed ? (
              <Button variant="default" onClick={() => write({ name: null, country: WORLDWIDE })}>
                {t('show_all')}
              </Button>
            ) : (
              view === 'mine' && (
                <Button variant="default" onClick={() => write({ view: null })}>
                  {t('show_running')}
                </Button>
              )
            )
          }
        />
      )}
      {projects && projects.length > 0 && (
        <ul className={classes.list} aria-label={t(`view.${view}`)}>
          {projects.map((project) => (
            <ProjectCard key={project.id} project={project} isJoined={membershipOf(project).isJoined} />
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <MoreRecords onMore={() => void list.fetchNextPage()} isLoading={list.isFetchingNextPage} hasFailed={list.isFetchNextPageError} />
      )}
    </>
  );
}
