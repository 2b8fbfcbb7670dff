import { todayIn } from '@veld/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newId } from '../../../local/db/ids';
import { PageHeader } from '../../../ui/PageHeader';
import { RecordCardSkeletons } from '../../../ui/Skeletons';
import { useMaybeUser } from '../../../shared/session/session';
import { UnconfirmedEmail } from '../../../shared/session/UnconfirmedEmail';
import { LoadFailure } from '../../../shared/records/lists/LoadFailure';
import { isProjectMissing, NEW_PROJECT, type Project, projectAddress, useProject } from '../data';
import { UnknownProject } from '../UnknownProject';
import { CancelProject } from './CancelProject';
import { emptyForm, fillProjectForm } from './form-values';
import { Participants } from './Participants';
import { ProjectFields } from './ProjectFields';

/** The form to create a project, or to change one as its organiser. */
export default function ProjectEditor({ id }: { id: string }) {
  return id === NEW_PROJECT ? <NewProject /> : <Existing id={id} />;
}

function NewProject() {
  const { t } = useTranslation(['projects', 'common']);
  const [id] = useState(newId);
  const [start] = useState(() => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    return emptyForm(todayIn(timeZone, new Date()), timeZone);
  });
  return (
    <>
      <PageHeader title={t('new')} back={{ to: '/projects', label: t('common:screens.projects') }} />
      <UnconfirmedEmail />
      <ProjectFields id={id} version={null} start={start} />
    </>
  );
}

function Existing({ id }: { id: string }) {
  const { t } = useTranslation(['projects', 'common']);
  const isAdmin = useMaybeUser()?.roles.includes('admin') ?? false;
  const { data, error, refetch } = useProject(id, { isLive: false });
  // The form stays with what it began with; a newer version is a conflict when it is saved.
  const [opened, setOpened] = useState<Project | null>(null);
  const [base, setBase] = useState(0);
  const begin = (project: Project) => {
    setOpened(project);
    setBase(project.version);
  };
  if (data && !opened) begin(data);
  // Cancelling makes a version too, but changes no field of the form.
  const follow = ({ version }: Project) => setBase((before) => (version === before + 1 ? version : before));
  if (isProjectMissing(error) || (opened && !opened.is_organiser && !isAdmin)) return <UnknownProject />;
  if (!opened) return error ? <LoadFailure error={error} onRetry={() => void refetch()} /> : <RecordCardSkeletons label={t('loading')} />;
  return (
    <>
      <PageHeader title={t('edit')} lead={opened.name} back={{ to: projectAddress(id), label: t('back') }} />
      <ProjectFields key={opened.version} id={id} version={base} start={fillProjectForm(opened)} onTakeNewer={begin} />
      {(data ?? opened).joining === 'link' && <Participants project={data ?? opened} onChange={follow} />}
      <CancelProject project={data ?? opened} onChange={follow} />
    </>
  );
}
