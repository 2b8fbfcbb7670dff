import { Anchor } from '@mantine/core';
import { WORLDWIDE } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import { LoadFailure } from '../../../shared/records/lists/LoadFailure';
import { useMemberships, useProjects } from '../../projects/data';
import { ProjectCard } from '../../projects/ProjectCard';
import classes from './RunningProjects.module.css';

/** The projects that run now in a country, or in the world, and the way to all. */
export function RunningProjects({ country }: { country: string }) {
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
        <ul className={classes.list}>
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
