import { Alert, Button } from '@mantine/core';
import { todayIn } from '@veld/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newId } from '../../../local/db/ids';
import { LoadFailure } from '../../../shared/records/lists/ListParts';
import { useFormErrorText } from '../../../shared/session/form';
import { useMaybeUser, useLanguage } from '../../../shared/session/session';
import { UnconfirmedEmail } from '../../../shared/session/UnconfirmedEmail';
import { PageHeader } from '../../../ui/PageHeader';
import { RecordCardSkeletons } from '../../../ui/Skeletons';
import {
  cancelProject,
  isProjectMissing,
  NEW_PROJECT,
  type Project,
  projectAddress,
  useProject,
  useShowSaved,
  useProjectLog,
} from '../data';
import { UnknownProject } from '../UnknownProject';
import { emptyForm, fillProjectForm } from './form-values';
import { Participants } from './Participants';
import { ProjectFields } from './ProjectFields';
import { ago } from '../../../i18n/format';
import { SectionTitle } from '../../../ui/SectionTitle';
import { PartFailed } from '../page/ProjectParts';
import classes from './edit.module.css';

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
      <Participants project={data ?? opened} onChange={follow} />
      <CancelProject project={data ?? opened} onChange={follow} />
      <ProjectLog id={id} />
    </>
  );
}

/** Cancels a project after a question, or takes that back. Nobody loses a record. */
function CancelProject({ project, onChange }: { project: Project; onChange: (project: Project) => void }) {
  const { t } = useTranslation(['projects', 'common']);
  const errorTextOf = useFormErrorText();
  const showSaved = useShowSaved();
  const [isAsking, setAsking] = useState(false);
  const [isSending, setSending] = useState(false);
  const [errorText, setErrorText] = useState<string | null>(null);
  const set = async (isCancelled: boolean) => {
    setSending(true);
    setErrorText(null);
    try {
      const changed = await cancelProject(project.id, isCancelled);
      showSaved(changed);
      onChange(changed);
      setAsking(false);
    } catch (error) {
      setErrorText(errorTextOf(error));
    } finally {
      setSending(false);
    }
  };
  return (
    <section className={classes.cancel}>
      {errorText && (
        <Alert color="brick" role="alert">
          {errorText}
        </Alert>
      )}
      {project.is_cancelled ? (
        <Button variant="default" loading={isSending} onClick={() => void set(false)}>
          {t('uncancel')}
        </Button>
      ) : isAsking ? (
        <>
          <p className={classes.text}>{t('cancel_hint')}</p>
          <div className={classes.actions}>
            <Button color="brick" loading={isSending} onClick={() => void set(true)}>
              {t('cancel_confirm')}
            </Button>
            <Button variant="default" onClick={() => setAsking(false)}>
              {t('common:action.cancel')}
            </Button>
          </div>
        </>
      ) : (
        <Button variant="default" onClick={() => setAsking(true)}>
          {t('cancel')}
        </Button>
      )}
    </section>
  );
}

/** What the organisers of a project did, latest first. */
function ProjectLog({ id }: { id: string }) {
  const { t } = useTranslation('projects');
  const language = useLanguage();
  const { data, isError, refetch } = useProjectLog(id);
  if (isError && !data) return <PartFailed onRetry={() => void refetch()} />;
  if (!data || data.length === 0) return null;
  return (
    <section className={classes.cancel} aria-labelledby="log">
      <SectionTitle id="log">{t('log.title')}</SectionTitle>
      <ul className={classes.log}>
        {data.map(({ action, user, other, at }) => (
          <li key={`${at} ${action} ${other?.id}`}>
            <span dir="auto">
              {t(`log.${action}`, { person: user.name || t('people.unseen'), other: other?.name || t('people.unseen') })}
            </span>{' '}
            <time className={classes.quiet} dateTime={at}>
              {ago(at, language)}
            </time>
          </li>
        ))}
      </ul>
    </section>
  );
}
