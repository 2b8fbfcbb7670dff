import { Alert, Button, Checkbox, Radio, Textarea } from '@mantine/core';
import { FEEDBACK_KINDS } from '@veld/contract';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ago } from '../../i18n/format';
import { focusFirst } from '../../ui/steady-focus';
import { PageHeader } from '../../ui/PageHeader';
import { SectionTitle } from '../../ui/SectionTitle';
import { useIsOnline, useLanguage } from '../accounts/data';
import { LoadFailure } from '../feed/data';
import { ReportList } from '../reports/ReportList';
import { LONGEST, MOST_A_DAY, retryFeedback, sendFeedback, type FeedbackEntry, useFeedback, useFeedbackDraft } from './data';
import { SentEntry } from '../../ui/SentEntry';
import classes from './feedback.module.css';

export default function FeedbackScreen() {
  const { t } = useTranslation(['feedback', 'common']);
  const { entries, error, retry, sentToday } = useFeedback();
  return (
    <>
      <PageHeader title={t('common:screens.feedback')} lead={t('lead')} />
      <div className={classes.columns}>
        <FeedbackForm isFull={sentToday >= MOST_A_DAY} />
        <div>
          <section aria-labelledby="feedback-sent">
            <SectionTitle id="feedback-sent">{t('sent_messages')}</SectionTitle>
            {error &&
              (entries?.length ? (
                <p className={classes.quiet}>{t('common:network.could_not_refresh')}</p>
              ) : (
                <LoadFailure error={error} onRetry={retry} />
              ))}
            {!error && entries?.length === 0 && <p className={classes.quiet}>{t('empty')}</p>}
            {entries && entries.length > 0 && (
              <ul className={classes.list}>
                {entries.map((one) => (
                  <Entry key={one.id} one={one} />
                ))}
              </ul>
            )}
          </section>
          <ReportList />
        </div>
      </div>
    </>
  );
}

function FeedbackForm({ isFull }: { isFull: boolean }) {
  const { t } = useTranslation(['feedback', 'common']);
  const { form, change, clear } = useFeedbackDraft();
  const isOnline = useIsOnline();
  const [errorText, setErrorText] = useState<'missing' | 'long' | 'failed' | null>(null);
  const [isSending, setIsSending] = useState(false);
  const [isDone, setIsDone] = useState(false);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsDone(false);
    const length = form.text.trim().length;
    if (length === 0) return setErrorText('missing');
    if (length > LONGEST) return setErrorText('long');
    if (isSending || isFull) return;
    setErrorText(null);
    setIsSending(true);
    sendFeedback(form)
      .then(
        () => {
          clear();
          setIsDone(true);
        },
        () => setErrorText('failed'),
      )
      .finally(() => setIsSending(false));
  };

  return (
    <form ref={focusFirst} className={classes.form} onSubmit={submit} noValidate>
      <Radio.Group
        label={t('kind_label')}
        value={form.kind}
        onChange={(value) => change({ kind: FEEDBACK_KINDS.find((kind) => kind === value) ?? form.kind })}
      >
        <div className={classes.kinds}>
          {FEEDBACK_KINDS.map((kind) => (
            <Radio key={kind} value={kind} label={t(`kind.${kind}`)} />
          ))}
        </div>
      </Radio.Group>
      <Textarea
        label={t('text')}
        description={t('text_hint')}
        autosize
        minRows={5}
        maxRows={16}
        value={form.text}
        onChange={(event) => {
          setErrorText(null);
          setIsDone(false);
          change({ text: event.currentTarget.value });
        }}
        error={errorText === 'missing' ? t('text_missing') : errorText === 'long' ? t('text_too_long', { max: LONGEST }) : undefined}
      />
      <Checkbox
        label={t('may_contact')}
        checked={form.may_contact}
        onChange={(event) => change({ may_contact: event.currentTarget.checked })}
      />
      {errorText === 'failed' && (
        <Alert color="brick" role="alert">
          {t('common:error.storage_failed')}
        </Alert>
      )}
      {isFull && <Alert color="ochre">{t('daily_limit', { max: MOST_A_DAY })}</Alert>}
      <div className={classes.end}>
        <Button type="submit" loading={isSending} disabled={isFull}>
          {t('common:action.send')}
        </Button>
        <span className={classes.quiet} role="status">
          {isDone && (isOnline ? t('done') : t('done_offline'))}
        </span>
      </div>
    </form>
  );
}

function Entry({ one }: { one: FeedbackEntry }) {
  const { t } = useTranslation('feedback');
  const language = useLanguage();
  const { item_id } = one;
  return (
    <SentEntry
      title={t(`kind.${one.kind}`)}
      state={one.state}
      stateLabel={t(`state.${one.state}`)}
      text={one.text}
      at={one.created_at}
      when={ago(one.created_at, language)}
      onRetry={one.state === 'rejected' && item_id ? () => void retryFeedback(item_id) : undefined}
    />
  );
}
