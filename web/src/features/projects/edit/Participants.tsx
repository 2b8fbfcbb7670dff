import { Alert, Button } from '@mantine/core';
import type { ProjectPatch } from '@veld/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormErrorText } from '../../../shared/session/form';
import { useMaybeUser } from '../../../shared/session/session';
import { SectionTitle } from '../../../ui/SectionTitle';
import { changeParticipants, type Project, useProjectPeople, useShowSaved } from '../data';
import classes from './edit.module.css';

/** What is asked before it is done: to whom, in which words, and what is said after it. */
interface Question {
  key: string;
  change: ProjectPatch;
  text: string;
  action: string;
  done: string;
}

/** Who takes part in and owns a project: people are removed, readmitted and given the project after a question, and the link is renewed. */
export function Participants({ project, onChange }: { project: Project; onChange: (project: Project) => void }) {
  const { t } = useTranslation(['projects', 'common']);
  const me = useMaybeUser();
  const { data } = useProjectPeople(project.id);
  const { ask, question, answer, isSending, note, drop } = useQuestion(project.id, onChange);
  const isLink = project.joining === 'link';
  const organisers = new Set(project.organisers.map(({ id }) => id));
  const named = (one: { id: string; name: string }) => ({ id: one.id, name: one.name || t('people.unseen') });
  const people = (data?.members ?? []).filter(({ id }) => !organisers.has(id)).map(named);
  const mayGive = project.owner_id === null || project.owner_id === me?.id || (me?.roles.includes('admin') ?? false);
  const heirs = project.organisers.filter(({ id }) => id !== project.owner_id).map(named);

  const row = (asked: Question & { name: string; label: string }) => (
    <li key={asked.key}>
      {question?.key === asked.key ? (
        <>
          <p className={classes.text}>{asked.text}</p>
          <div className={classes.actions}>
            <Button color="brick" loading={isSending} onClick={answer}>
              {asked.action}
            </Button>
            <Button variant="default" onClick={drop}>
              {t('common:action.cancel')}
            </Button>
          </div>
        </>
      ) : (
        <div className={classes.person}>
          <span dir="auto">{asked.name}</span>
          <Button variant="default" aria-label={asked.action} onClick={() => ask(asked)}>
            {asked.label}
          </Button>
        </div>
      )}
    </li>
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
        {people.map(({ id, name }) =>
          row({
            key: `remove ${id}`,
            name,
            label: t('people.remove'),
            change: { removes: id },
            text: t(isLink ? 'people.remove_hint' : 'people.remove_hint_open', { name }),
            action: t('remove_named', { name }),
            done: t(isLink ? 'people.removed' : 'people.removed_open', { name }),
          }),
        )}
      </ul>
      {data?.removed && data.removed.length > 0 && (
        <>
          <h3 className={classes.subtitle}>{t('people.removed_title')}</h3>
          <ul className={classes.people}>
            {data.removed.map(named).map(({ id, name }) =>
              row({
                key: `readmit ${id}`,
                name,
                label: t('people.readmit'),
                change: { readmits: id },
                text: t('people.readmit_hint', { name }),
                action: t('people.readmit_named', { name }),
                done: t('people.readmitted', { name }),
              }),
            )}
          </ul>
        </>
      )}
      {mayGive && heirs.length > 0 && (
        <>
          <h3 className={classes.subtitle}>{t('people.give_title')}</h3>
          <ul className={classes.people}>
            {heirs.map(({ id, name }) =>
              row({
                key: `give ${id}`,
                name,
                label: t('people.give'),
                change: { owner: id },
                text: t('people.give_hint', { name }),
                action: t('people.give_named', { name }),
                done: t('people.given', { name }),
              }),
            )}
          </ul>
        </>
      )}
      {isLink && (
        <ul className={classes.people}>
          {row({
            key: 'renew',
            name: t('people.link'),
            label: t('people.renew'),
            change: { renews_link: true },
            text: t('people.renew_hint'),
            action: t('people.renew'),
            done: t('people.renewed'),
          })}
        </ul>
      )}
    </section>
  );
}

/** Asks before something is done, and says what became of it. */
function useQuestion(projectId: string, onChange: (project: Project) => void) {
  const errorTextOf = useFormErrorText();
  const showSaved = useShowSaved();
  const [question, setQuestion] = useState<Question | null>(null);
  const [isSending, setSending] = useState(false);
  const [note, setNote] = useState<{ text: string; isError: boolean } | null>(null);
  const run = async ({ change, done }: Question) => {
    setSending(true);
    setNote(null);
    try {
      const changed = await changeParticipants(projectId, change);
      showSaved(changed);
      onChange(changed);
      setQuestion(null);
      setNote({ text: done, isError: false });
    } catch (error) {
      setNote({ text: errorTextOf(error), isError: true });
    } finally {
      setSending(false);
    }
  };
  return {
    ask: setQuestion,
    question,
    answer: () => void (question && run(question)),
    isSending,
    note,
    drop: () => setQuestion(null),
  };
}
