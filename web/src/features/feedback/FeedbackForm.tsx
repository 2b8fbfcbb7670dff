import { Alert, Button, Checkbox, FileButton, Radio, Textarea } from '@mantine/core';
import { IconCamera, IconPhoto, IconTrash } from '@tabler/icons-react';
import { FEEDBACK_KINDS, type FeedbackDiagnostics } from '@veld/contract';
import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { canCapture, captureScreen } from '../../device/capture-screen';
import { sendFeedback } from '../../local/changes/feedback';
import { rememberedError } from '../../local/device/last-error';
import { currentDatabase, useIsOnline, useLanguage } from '../../shared/session/session';
import { focusFirstByKeyboard } from '../../ui/steady-focus';
import { useBlobUrl } from '../../ui/use-blob-url';
import { LONGEST, MOST_A_DAY, useFeedbackDraft } from './data';
import { collectDiagnostics, type Part, PARTS, partText, withoutParts } from './diagnostics/collect';
import { type Area, hiddenCopy, HideAreas } from './screenshot/HideAreas';
import classes from './feedback.module.css';

/** Texts up to this length, in characters, stand under their label. */
const SHORT = 60;

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
    await sendFeedback(currentDatabase(), {
      ...form,
      diagnostics: withoutParts(all, left),
      ...(picture === undefined ? {} : { screenshot: picture }),
    });
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

interface Props {
  all: FeedbackDiagnostics;
  /** The parts that are not sent. */
  left: ReadonlySet<Part>;
  onChange: (left: ReadonlySet<Part>) => void;
}

/** Shows in full what is sent about the device; each part can be left out. */
function DiagnosticsField({ all, left, onChange }: Props) {
  const { t } = useTranslation('feedback');
  const toggle = (part: Part) => {
    const next = new Set(left);
    if (!next.delete(part)) next.add(part);
    onChange(next);
  };
  return (
    <fieldset className={classes.part}>
      <legend className={classes.legend}>{t('diagnostics.title')}</legend>
      <p className={classes.quiet}>{t('diagnostics.hint')}</p>
      {PARTS.filter((part) => all[part] !== undefined).map((part) => {
        const text = partText(part, all);
        const isShort = text.length <= SHORT && !text.includes('\n');
        const isLeft = left.has(part) || undefined;
        return (
          <div key={part}>
            <Checkbox
              label={t(`diagnostics.part.${part}`)}
              description={isShort && <code data-left={isLeft}>{text}</code>}
              classNames={{ description: classes.short }}
              checked={!isLeft}
              onChange={() => toggle(part)}
            />
            {!isShort && (
              <pre className={classes.diagnostics} data-left={isLeft}>
                {text}
              </pre>
            )}
          </div>
        );
      })}
    </fieldset>
  );
}

/** An optional screenshot: chosen or taken, with areas that are not sent. */
function ScreenshotField({ screenshot }: { screenshot: ReturnType<typeof useScreenshot> }) {
  const { t } = useTranslation('feedback');
  const { chosen, url, choose, hide } = screenshot;
  return (
    <fieldset className={classes.part}>
      <legend className={classes.legend}>{t('screenshot.title')}</legend>
      {chosen && url && <HideAreas url={url} areas={chosen.areas} onChange={hide} />}
      <div className={classes.buttons}>
        <FileButton accept="image/png,image/jpeg,image/webp" onChange={(file) => file && choose(file)}>
          {(props) => (
            <Button variant="default" leftSection={<IconPhoto size={20} aria-hidden />} {...props}>
              {t(chosen ? 'screenshot.choose_another' : 'screenshot.choose')}
            </Button>
          )}
        </FileButton>
        {canCapture() && (
          <Button
            variant="default"
            leftSection={<IconCamera size={20} aria-hidden />}
            onClick={() => void captureScreen().then((picture) => picture && choose(picture))}
          >
            {t('screenshot.capture')}
          </Button>
        )}
        {chosen && (
          <Button variant="default" leftSection={<IconTrash size={20} aria-hidden />} onClick={() => choose(null)}>
            {t('screenshot.remove')}
          </Button>
        )}
      </div>
    </fieldset>
  );
}

interface Chosen {
  picture: Blob;
  areas: readonly Area[];
}

/** A picture that was chosen, with the areas to hide. Nothing of it is stored or sent before the message is. */
function useScreenshot() {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const url = useBlobUrl(chosen?.picture ?? null);
  return {
    chosen,
    url,
    choose: (file: Blob | null) => setChosen(file && { picture: file, areas: [] }),
    hide: (areas: readonly Area[]) => setChosen((before) => before && { ...before, areas }),
    /** What is sent, as base64; undefined without a picture. Throws if the picture cannot be read or is too large. */
    async toSend(): Promise<string | undefined> {
      if (!chosen) return undefined;
      const bitmap = await createImageBitmap(chosen.picture);
      try {
        const copy = await hiddenCopy(bitmap, bitmap, chosen.areas);
        if (copy === null) throw new Error('The screenshot is too large');
        return copy;
      } finally {
        bitmap.close();
      }
    },
  };
}
