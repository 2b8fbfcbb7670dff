import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { usePageTitle } from '../../../ui/frame/page-title';
import { PageHeader } from '../../../ui/PageHeader';
import { RecordCardSkeletons } from '../../../ui/Skeletons';
import { useLanguage, useMaybeUser } from '../../../shared/session/session';
import { FreshnessMark } from '../../../shared/records/lists/FreshnessMark';
import { Marks } from '../../../shared/records/lists/Marks';
import { LoadFailure } from '../../../shared/records/lists/LoadFailure';
import { type Membership, type Project, isProjectMissing, projectAddress, useFollowCounts, useMemberships, useProject } from '../data';
import { UnknownProject } from '../UnknownProject';
import { daysInWords } from '../words';
import { Countdown } from './Countdown';
import { Figures } from './Figures';
import { JoinButton } from './JoinButton';
import { LatestRecords } from './LatestRecords';
import { ProjectMap } from './ProjectMap';
import { Ranking } from './Ranking';
import { Rules } from './Rules';
import { ShareButtons } from './ShareButtons';
import { SpeciesList } from './SpeciesList';
import classes from './page.module.css';

const Markdown = lazy(async () => ({ default: (await import('../../articles/read/Markdown')).Markdown }));

/** A project with what belongs to it as of now. */
export function ProjectPage({ id, invite }: { id: string; invite: string | null }) {
  const { t } = useTranslation(['projects', 'common']);
  const query = useProject(id, { invite, isLive: true });
  const { data: project, error, isError, dataUpdatedAt, refetch } = query;
  const membershipOf = useMemberships(dataUpdatedAt);
  usePageTitle(isProjectMissing(error) ? t('common:screens.not_found') : project?.name);
  useFollowCounts(id, project?.counts.records);
  if (isProjectMissing(error)) return <UnknownProject />;
  if (!project) return error ? <LoadFailure error={error} onRetry={() => void refetch()} /> : <RecordCardSkeletons label={t('loading')} />;
  return (
    <>
      <Marks>
        <FreshnessMark isOutdated={isError} refreshedAt={dataUpdatedAt} onRetry={() => void refetch()} />
      </Marks>
      <Page project={project} membership={membershipOf(project)} invite={invite} />
    </>
  );
}

interface PageProps {
  project: Project;
  membership: Membership;
  invite: string | null;
}

function Page({ project, membership, invite }: PageProps) {
  const { t } = useTranslation(['projects', 'common']);
  const language = useLanguage();
  const isAdmin = useMaybeUser()?.roles.includes('admin') ?? false;
  const mayEdit = project.is_organiser || isAdmin;
  // Those who only have the link see no more than the figures.
  const isOpen = project.joining === 'everyone' || project.is_joined || mayEdit;
  return (
    <article className={classes.page}>
      <PageHeader
        title={project.name}
        lead={daysInWords(project, language)}
        back={{ to: '/projects', label: t('common:screens.projects') }}
        actions={
          mayEdit && (
            <Button
              component={Link}
              to={`${projectAddress(project.id)}?edit=1`}
              variant="default"
              leftSection={<IconPencil size={20} aria-hidden />}
            >
              {t('common:action.edit')}
            </Button>
          )
        }
      />
      <Countdown project={project} />
      <div className={classes.buttons}>
        <JoinButton project={project} membership={membership} invite={invite ?? project.invite} />
        <ShareButtons project={project} />
      </div>
      <div className={classes.columns}>
        <div className={classes.main}>
          <Figures project={project} membership={membership} />
          {project.description.trim() !== '' && (
            <div className={classes.description}>
              <Suspense fallback={<p dir="auto">{project.description}</p>}>
                <Markdown text={project.description} />
              </Suspense>
            </div>
          )}
        </div>
        <div className={classes.side}>
          <Rules project={project} />
          {isOpen && (
            <>
              <ProjectMap project={project} />
              <Ranking project={project} />
              <SpeciesList id={project.id} />
            </>
          )}
        </div>
        {isOpen && (
          <div className={classes.latest}>
            <LatestRecords project={project} />
          </div>
        )}
      </div>
    </article>
  );
}
