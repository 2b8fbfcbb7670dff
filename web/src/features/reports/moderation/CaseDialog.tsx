import { Alert, Button, Modal, Textarea } from '@mantine/core';
import { MAX_REPORT_TEXT, type PERSON_ACTIONS } from '@veld/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ago } from '../../../i18n/format';
import { useFormErrorText } from '../../../shared/session/form';
import { useLanguage } from '../../../shared/session/session';
import { ScientificName } from '../../../ui/ScientificName';
import { type Action, type Decide, type ReportCase, useDecision } from './data';
import { PersonDecision } from './PersonDecision';
import classes from './CaseDialog.module.css';

type SubjectAct = Exclude<Action, (typeof PERSON_ACTIONS)[number]>;

/** What a moderator can do about a report. */
function actionsFor({ state, subject_kind, subject_text, reported_text, hidden_at, appeal }: ReportCase): SubjectAct[] {
  if (hidden_at === null && appeal?.answered_at === null) return state === 'open' ? ['answer', 'dismiss'] : ['answer'];
  if (hidden_at !== null) {
    const shown = subject_text === null ? [] : (['restore'] as const);
    return appeal?.answered_at === null ? [...shown, 'answer'] : [...shown];
  }
  // What was deleted is judged by what it said when it was reported.
  const isHideable = subject_kind !== 'user' && (subject_text ?? reported_text) !== null;
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
  const decide = useDecision({ report_id: one.id });
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
      {one.reported_text !== null && (
        <div className={classes.before}>
          <span id="reported-text">{t('moderation.reported_text')}</span>
          <blockquote className={classes.subject} aria-labelledby="reported-text" dir="auto">
            {one.reported_text}
          </blockquote>
        </div>
      )}
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
      <Decision one={one} decide={decide} onDecided={onClose} />
      {one.is_actionable && one.subject_user && (
        <PersonDecision name={one.subject_user.name} now={one} decide={decide} onDecided={onClose} />
      )}
    </Modal>
  );
}

function Decision({ one, decide, onDecided }: { one: ReportCase; decide: Decide; onDecided: () => void }) {
  const { t } = useTranslation('reports');
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
    decide({ action, note })
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
            {t(action === 'hide' && one.subject_text === null ? 'moderation.uphold' : `moderation.act.${action}`)}
          </Button>
        ))}
      </div>
    </div>
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
