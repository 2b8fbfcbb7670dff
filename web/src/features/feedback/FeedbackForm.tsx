import { Alert, Button, Checkbox, Radio, Textarea } from '@mantine/core';
import { FEEDBACK_KINDS, type FeedbackDiagnostics } from '@veld/contract';
import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { rememberedError } from '../../local/device/last-error';
import { focusFirstByKeyboard } from '../../ui/steady-focus';
import { currentDatabase, useIsOnline, useLanguage } from '../../shared/session/session';
import { LONGEST, MOST_A_DAY, sendFeedback, useFeedbackDraft } from './data';
import { collectDiagnostics, type Part, withoutParts } from './diagnostics/collect';
import { DiagnosticsField } from './diagnostics/DiagnosticsField';
import classes from './feedback.module.css';
import { ScreenshotField } from './screenshot/ScreenshotField';
import { useScreenshot } from './screenshot/use-screenshot';

const NOTHING: ReadonlySet<Part> = new Set();

type ErrorText = 'missing' | 'long' | 'failed' | 'unreadable';

/** A message about Veld, with a screenshot and facts about the device if the person likes. */
export function FeedbackForm({ isFull }: { isFull: boolean }) {
  const { t } = useTranslation(['feedback', 'common']);
  const { form, change, clear } = useFeedbackDraft();
  const isOnline = useIsOnline();
  const [query] = useSearchParams();
  const screenshot = useScreenshot();
  const all = useDiagnostics(query.get('error'));
  const [left, setLeft] = useState(NOTHING);
  const [errorText, setErrorText] = useState<ErrorText | null>(null);
  const [isSending, setIsSending] = useState(false);
  const [isDone, setIsDone] = useState(false);

  const send = async () => {
    const picture = await screenshot.toSend().catch(() => null);
    if (picture === null) return setErrorText('unreadable');
    await sendFeedback({ ...form, diagnostics: withoutParts(all, left), ...(picture === undefined ? {} : { screenshot: picture }) });
    clear();
    screenshot.choose(null);
    setIsDone(true);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsDone(false);
    const length = form.text.trim().length;
    if (length === 0) return setErrorText('missing');
    if (length > LONGEST) return setErrorText('long');
    if (isSending || isFull) return;
    setErrorText(null);
    setIsSending(true);
    send()
      .catch(() => setErrorText('failed'))
      .finally(() => setIsSending(false));
  };

  return (
    <form ref={focusFirstByKeyboard} className={classes.form} onSubmit={submit} noValidate>
      {all.error !== undefined && <Alert color="water">{t('about_error')}</Alert>}
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
      <ScreenshotField screenshot={screenshot} />
      <DiagnosticsField all={all} left={left} onChange={setLeft} />
      <Checkbox
        label={t('may_contact')}
        checked={form.may_contact}
        onChange={(event) => change({ may_contact: event.currentTarget.checked })}
      />
      {(errorText === 'failed' || errorText === 'unreadable') && (
        <Alert color="brick" role="alert">
          {errorText === 'failed' ? t('common:error.storage_failed') : t('screenshot.unreadable')}
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

/** What could be sent about this device, and about the error that led here. */
function useDiagnostics(errorId: string | null): FeedbackDiagnostics {
  const language = useLanguage();
  const [all, setAll] = useState<FeedbackDiagnostics>({});
  useEffect(() => {
    let isCurrent = true;
    void collectDiagnostics(currentDatabase(), language, rememberedError(errorId)).then((found) => isCurrent && setAll(found));
    return () => {
      isCurrent = false;
    };
  }, [language, errorId]);
  return all;
}
