import { Alert, Button, Modal, Textarea } from '@mantine/core';
import { MAX_REPORT_TEXT, type PERSON_ACTIONS } from '@veld/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ago } from '../../../i18n/format';
import { useFormErrorText } from '../../../shared/session/form';
import { useLanguage } from '../../../shared/session/session';
import { ScientificName } from '../../../ui/ScientificName';
import { SectionTitle } from '../../../ui/SectionTitle';
import { type Action, type ReportCase, useDecision } from './data';
import classes from './CaseDialog.module.css';

type SubjectAct = Exclude<Action, PersonAct>;

/** What a moderator can do about a report. */
function actionsFor({ state, subject_kind, subject_text, hidden_at, appeal }: ReportCase): SubjectAct[] {
  if (hidden_at === null && appeal?.answered_at === null) return state === 'open' ? ['answer', 'dismiss'] : ['answer'];
  if (hidden_at !== null) return appeal?.answered_at === null ? ['restore', 'answer'] : ['restore'];
  const isHideable = subject_kind !== 'user' && subject_text !== null;
  return state === 'open' ? ['dismiss', ...(isHideable ? (['hide'] as const) : [])] : [];
}

interface Props {
  one: ReportCase;
  onClose: () => void;
}

/** A report with its subject, and what can be decided about it. */
export function CaseDialog({ one, onClose }: Props) {
  const { t } = useTranslation(['reports', 'common']);
  const language = useLanguage();
  const address = one.subject_kind === 'user' ? `/profile/${one.subject_id}` : one.observation_id && `/observations/${one.observation_id}`;
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={`${t(`about.${one.subject_kind}`)} · ${t(`reason.${one.reason}`)}`}
      classNames={{ body: classes.body }}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <p className={classes.quiet}>{t(`state.${one.subject_kind === 'user' && one.state === 'upheld' ? 'acted' : one.state}`)}</p>
      <blockquote className={classes.subject}>
        <SubjectText one={one} text={one.subject_text ?? t('moderation.gone')} />
      </blockquote>
      <p className={classes.quiet}>
        {one.subject_user && <span>{t('moderation.by', { name: one.subject_user.name })}</span>}
        <span>{t('moderation.reported_by', { name: one.reporter?.name ?? t('moderation.former') })}</span>
        <time dateTime={one.created_at}>{ago(one.created_at, language)}</time>
        {one.hidden_at && one.state !== 'upheld' && <span>{t('moderation.is_hidden')}</span>}
      </p>
      {one.text && (
        <p dir="auto" className={classes.text}>
          {one.text}
        </p>
      )}
      {one.decision_note && (
        <p className={classes.text}>
          {t('moderator_note')} <q>{one.decision_note}</q>
        </p>
      )}
      {one.appeal && (
        <p className={classes.text}>
          {t('moderation.appeal')} <q dir="auto">{one.appeal.text}</q>
        </p>
      )}
      {address && one.subject_text !== null && <Link to={address}>{t('moderation.open')}</Link>}
      <Decision one={one} onDecided={onClose} />
      {one.is_actionable && one.subject_user && <PersonDecision one={one} name={one.subject_user.name} onDecided={onClose} />}
    </Modal>
  );
}

function Decision({ one, onDecided }: { one: ReportCase; onDecided: () => void }) {
  const { t } = useTranslation('reports');
  const decide = useDecision(one.id);
  const formErrorOf = useFormErrorText();
  const [note, setNote] = useState('');
  const [busy, setBusy] = useState<SubjectAct | null>(null);
  const [errorText, setErrorText] = useState<string | null>(null);
  const actions = actionsFor(one);
  if (actions.length === 0) return null;
  const isLong = note.trim().length > MAX_REPORT_TEXT;
  const run = (action: SubjectAct) => {
    if (isLong) return;
    setBusy(action);
    setErrorText(null);
    decide(action, note)
      .then(onDecided, (error: unknown) => setErrorText(formErrorOf(error)))
      .finally(() => setBusy(null));
  };
  return (
    <div className={classes.decision}>
      <Textarea
        label={t('moderation.note')}
        description={t('moderation.note_hint')}
        autosize
        minRows={1}
        maxRows={6}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        error={isLong ? t('too_long', { max: MAX_REPORT_TEXT }) : undefined}
      />
      {errorText && (
        <Alert color="brick" role="alert">
          {errorText}
        </Alert>
      )}
      <div className={classes.buttons}>
        {actions.map((action) => (
          <Button
            key={action}
            variant={action === 'hide' ? 'filled' : 'default'}
            {...(action === 'hide' ? { color: 'brick' } : {})}
            loading={busy === action}
            disabled={busy !== null && busy !== action}
            onClick={() => run(action)}
          >
            {t(`moderation.act.${action}`)}
          </Button>
        ))}
      </div>
    </div>
  );
}

/** What a moderator can do about a person, by how they are restricted now. */
function personActions({ standing }: ReportCase): PersonAct[] {
  if (standing === 'suspended') return ['warn', 'limit', 'reinstate'];
  return standing === 'limited' ? ['warn', 'suspend', 'reinstate'] : ['warn', 'limit', 'suspend'];
}

type PersonAct = (typeof PERSON_ACTIONS)[number];

/** Warns, limits, suspends or reinstates who made what was reported: first what, then why. */
function PersonDecision({ one, name, onDecided }: { one: ReportCase; name: string; onDecided: () => void }) {
  const { t } = useTranslation('reports');
  const decide = useDecision(one.id);
  const formErrorOf = useFormErrorText();
  const [action, setAction] = useState<PersonAct | null>(null);
  const [note, setNote] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [errorText, setErrorText] = useState<string | null>(null);
  const isMissing = action !== 'reinstate' && note.trim() === '';
  const isLong = note.trim().length > MAX_REPORT_TEXT;
  const run = () => {
    if (!action || isMissing || isLong) return;
    setBusy(true);
    setErrorText(null);
    decide(action, note)
      .then(onDecided, (error: unknown) => setErrorText(formErrorOf(error)))
      .finally(() => setBusy(false));
  };
  return (
    <section className={classes.decision} aria-label={t('person.title', { name })}>
      <SectionTitle level={3}>{t('person.title', { name })}</SectionTitle>
      {one.standing && <p className={classes.quiet}>{t(`person.now.${one.standing}`)}</p>}
      <div className={classes.buttons} role="group" aria-label={t('person.title', { name })}>
        {personActions(one).map((each) => (
          <Button
            key={each}
            variant={each === action ? 'filled' : 'default'}
            aria-pressed={each === action}
            onClick={() => setAction(each)}
          >
            {t(`person.act.${each}`)}
          </Button>
        ))}
      </div>
      {action && (
        <>
          <p className={classes.quiet}>{t(`person.about.${action}`)}</p>
          <Textarea
            label={t('person.reason')}
            description={t('person.reason_hint')}
            autosize
            minRows={2}
            maxRows={8}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
            error={isLong ? t('too_long', { max: MAX_REPORT_TEXT }) : undefined}
          />
          {errorText && (
            <Alert color="brick" role="alert">
              {errorText}
            </Alert>
          )}
          <div className={classes.buttons}>
            <Button color={action === 'reinstate' ? 'moss' : 'brick'} loading={isBusy} disabled={isMissing} onClick={run}>
              {t(`person.confirm.${action}`)}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

interface SubjectTextProps {
  one: Pick<ReportCase, 'subject_taxon'>;
  text: string;
}

/** The text of a subject, with the name of a taxon at its start typeset as such. */
export function SubjectText({ one: { subject_taxon: taxon }, text }: SubjectTextProps) {
  if (!taxon || !text.startsWith(taxon.name)) return text;
  return (
    <>
      <ScientificName name={taxon.name} rank={taxon.rank} />
      {text.slice(taxon.name.length)}
    </>
  );
}
