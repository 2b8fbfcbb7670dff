import { Alert, Button } from '@mantine/core';
import { todayIn } from '@veld/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newId } from '../../../local/db/ids';
import { LoadFailure } from '../../../shared/records/lists/ListParts';
import { useFormErrorText } from '../../../shared/session/form';
import { useMaybeUser } from '../../../shared/session/session';
import { UnconfirmedEmail } from '../../../shared/session/UnconfirmedEmail';
import { PageHeader } from '../../../ui/PageHeader';
import { SectionTitle } from '../../../ui/SectionTitle';
import { RecordCardSkeletons } from '../../../ui/Skeletons';
import {
  cancelProject,
  changeParticipants,
  isProjectMissing,
  NEW_PROJECT,
  type Project,
  projectAddress,
  useProject,
  useProjectPeople,
  useShowSaved,
} from '../data';
import { UnknownProject } from '../UnknownProject';
import { emptyForm, fillProjectForm } from './form-values';
import { ProjectFields } from './ProjectFields';
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
      {(data ?? opened).joining === 'link' && <Participants project={data ?? opened} onChange={follow} />}
      <CancelProject project={data ?? opened} onChange={follow} />
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

type Question = { removes: string; name: string } | { renews_link: true };

/** Who takes part in a project that is joined by a link, each to be removed after a question, and the link to be renewed. */
function Participants({ project, onChange }: { project: Project; onChange: (project: Project) => void }) {
  const { t } = useTranslation(['projects', 'common']);
  const errorTextOf = useFormErrorText();
  const showSaved = useShowSaved();
  const { data } = useProjectPeople(project.id);
  const [question, setQuestion] = useState<Question | null>(null);
  const [isSending, setSending] = useState(false);
  const [note, setNote] = useState<{ text: string; isError: boolean } | null>(null);
  const organisers = new Set(project.organisers.map(({ id }) => id));
  const people = (data?.members ?? [])
    .filter(({ id }) => !organisers.has(id))
    .map(({ id, name }) => ({ id, name: name || t('people.unseen') }));
  const run = async (asked: Question) => {
    setSending(true);
    setNote(null);
    try {
      const changed = await changeParticipants(project.id, 'removes' in asked ? { removes: asked.removes } : { renews_link: true });
      showSaved(changed);
      onChange(changed);
      setQuestion(null);
      setNote({ text: 'removes' in asked ? t('people.removed', { name: asked.name }) : t('people.renewed'), isError: false });
    } catch (error) {
      setNote({ text: errorTextOf(error), isError: true });
    } finally {
      setSending(false);
    }
  };
  const asking = (asked: Question, text: string, action: string) => (
    <>
      <p className={classes.text}>{text}</p>
      <div className={classes.actions}>
        <Button color="brick" loading={isSending} onClick={() => void run(asked)}>
          {action}
        </Button>
        <Button variant="default" onClick={() => setQuestion(null)}>
          {t('common:action.cancel')}
        </Button>
      </div>
    </>
  );
  return (
    <section className={classes.cancel} aria-labelledby="people">
      <SectionTitle id="people">{t('ranking')}</SectionTitle>
      {note && (
        <Alert color={note.isError ? 'brick' : 'moss'} role={note.isError ? 'alert' : 'status'}>
          {note.text}
        </Alert>
      )}
      {data && people.length === 0 && <p className={classes.text}>{t('people.none')}</p>}
      <ul className={classes.people}>
        {people.map(({ id, name }) => (
          <li key={id}>
            {question && 'removes' in question && question.removes === id ? (
              asking(question, t('people.remove_hint', { name }), t('remove_named', { name }))
            ) : (
              <div className={classes.person}>
                <span dir="auto">{name}</span>
                <Button variant="default" aria-label={t('remove_named', { name })} onClick={() => setQuestion({ removes: id, name })}>
                  {t('people.remove')}
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      {question && 'renews_link' in question ? (
        asking(question, t('people.renew_hint'), t('people.renew'))
      ) : (
        <Button variant="default" onClick={() => setQuestion({ renews_link: true })}>
          {t('people.renew')}
        </Button>
      )}
    </section>
  );
}
