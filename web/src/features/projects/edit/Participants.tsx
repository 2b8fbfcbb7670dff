import { Alert, Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SectionTitle } from '../../../ui/SectionTitle';
import { useFormErrorText } from '../../../shared/session/form';
import { changeParticipants, type Project, useProjectPeople, useShowSaved } from '../data';
import classes from './edit.module.css';

type Question = { removes: string; name: string } | { renews_link: true };

/** Who takes part in a project that is joined by a link, each to be removed after a question, and the link to be renewed. */
export function Participants({ project, onChange }: { project: Project; onChange: (project: Project) => void }) {
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
