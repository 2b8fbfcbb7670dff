import { Alert, Button, Textarea } from '@mantine/core';
import { MAX_REPORT_TEXT } from '@veld/contract';
import { IconEyeOff, IconScale } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../i18n/format';
import { sendAppeal } from '../../local/changes/reports';
import { currentDatabase, notifier, useLanguage } from '../../shared/session/session';
import { type HiddenThing, useHidden, useReports, useSendReport } from './data';
import classes from './HiddenNote.module.css';

interface Props {
  kind: HiddenThing['subject_kind'];
  id: string;
}

/** Says that a moderator has hidden something of the user, and takes an appeal. Nothing if it is not hidden. */
export function HiddenNote({ kind, id }: Props) {
  const { t } = useTranslation('reports');
  const language = useLanguage();
  const hidden = useHidden(kind, id);
  if (!hidden) return null;
  const { note, appeal, until } = hidden.thing;
  const isWaiting = hidden.isAppealWaiting || (appeal !== null && appeal.answered_at === null);
  return (
    <Alert
      color="ochre"
      icon={kind === 'user' ? <IconScale size={20} aria-hidden /> : <IconEyeOff size={20} aria-hidden />}
      className={classes.note}
    >
      <p className={classes.text}>{kind === 'user' ? t(`standing.${hidden.thing.standing ?? 'limited'}`) : t(`hidden.${kind}`)}</p>
      {until && (
        <p className={classes.text}>{t('standing.until', { day: formatDate(new Date(until), language, { dateStyle: 'long' }) })}</p>
      )}
      {note && (
        <p className={classes.text}>
          {t('moderator_note')} <q dir="auto">{note}</q>
        </p>
      )}
      {appeal?.answered_at && (
        <p className={classes.text}>
          {t('appeal.answered')} {appeal.reply && <q dir="auto">{appeal.reply}</q>}
        </p>
      )}
      {isWaiting ? <p className={classes.text}>{t('appeal.waiting')}</p> : <AppealForm kind={kind} id={id} />}
    </Alert>
  );
}

function AppealForm({ kind, id }: Props) {
  const { t } = useTranslation(['reports', 'common']);
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [isMissing, setMissing] = useState(false);
  const isLong = text.trim().length > MAX_REPORT_TEXT;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return setMissing(true);
    if (isLong) return;
    sendAppeal(currentDatabase(), { subject_kind: kind, subject_id: id, text }).catch((error: unknown) =>
      notifier.show('negative', t('common:error.storage_failed'), { cause: error }),
    );
  };
  if (!isOpen)
    return (
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('appeal.open')}
      </Button>
    );
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <Textarea
        label={t(kind === 'user' ? 'appeal.text_user' : 'appeal.text')}
        autosize
        minRows={2}
        maxRows={10}
        value={text}
        onChange={(event) => {
          setMissing(false);
          setText(event.currentTarget.value);
        }}
        error={isMissing ? t('appeal.missing') : isLong ? t('too_long', { max: MAX_REPORT_TEXT }) : undefined}
      />
      <Button type="submit">{t('common:action.send')}</Button>
    </form>
  );
}

/** Asks the moderators whether an identification is right whose maker the observer cannot ask, and says what they decided. */
export function ReviewButton({ id }: { id: string }) {
  const { t } = useTranslation('reports');
  const send = useSendReport();
  const [isBusy, setBusy] = useState(false);
  const { entries } = useReports();
  const asked = entries?.find((one) => one.reason === 'review' && one.subject_id === id);
  const ask = () => {
    setBusy(true);
    void send({ subject_kind: 'identification', subject_id: id, reason: 'review', text: '' }).finally(() => setBusy(false));
  };
  if (asked && asked.state !== 'rejected') return <span>{t(`review.${asked.state}`)}</span>;
  return (
    <Button variant="subtle" size="compact-md" leftSection={<IconScale size={20} aria-hidden />} loading={isBusy} onClick={ask}>
      {t('review.ask')}
    </Button>
  );
}
