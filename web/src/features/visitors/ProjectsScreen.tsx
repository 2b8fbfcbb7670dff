import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/EmptyState';
import { RecordCardSkeletons } from '../../ui/Skeletons';
import { LoadFailure } from '../../shared/records/lists/ListParts';
import { ProjectCard } from '../projects/ProjectCard';
import { useOpenProjects } from './data';
import { VisitorFrame } from './VisitorFrame';
import classes from './visitors.module.css';

/** The projects that everybody can join, for visitors. */
export default function ProjectsScreen() {
  const { t } = useTranslation(['visitors', 'common']);
  const { data, error, refetch } = useOpenProjects();
  return (
    <VisitorFrame title={t('common:screens.projects')} lead={t('projects.lead')} more={t('projects.more')}>
      {!data && error && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <RecordCardSkeletons count={3} label={t('loading')} />}
      {data?.length === 0 && <EmptyState sentence={t('projects.empty')} />}
      {data && data.length > 0 && (
        <ul className={classes.list}>
          {data.map((project) => (
            <ProjectCard key={project.id} project={project} isJoined={false} />
          ))}
        </ul>
      )}
    </VisitorFrame>
  );
}
