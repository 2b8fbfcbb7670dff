import { NativeSelect, Radio, Textarea, TextInput } from '@mantine/core';
import { type Language, LANGUAGES, TOAST_AUDIENCES, TOAST_LEVELS, TOAST_TEXT_LENGTH, type ToastDraft } from '@veld/contract';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageName } from '../../../i18n/format';
import { newId } from '../../../local/db/ids';
import { useCountryChoices } from '../../../shared/location/countries';
import { useSending } from '../../../shared/session/form';
import { Notice } from '../../../ui/notices/Notice';
import { SectionTitle } from '../../../ui/SectionTitle';
import { useAdminChange } from '../data';
import { FormEnd } from '../FormEnd';
import { audienceText, saveToast, type StoredToast, withdrawToast } from './data';
import classes from '../admin.module.css';

export const EMPTY_FORM: ToastForm = {
  level: 'info',
  text: {},
  link: '',
  starts_at: '',
  ends_at: '',
  audience: 'everyone',
  country_code: '',
};

interface Props {
  /** Null for a new one. */
  stored: StoredToast | null;
  onDone: () => void;
}

/** Writes a message to everybody, with a text for each language, a time and an audience. */
export function ToastFields({ stored, onDone }: Props) {
  const { t } = useTranslation(['admin', 'common']);
  const change = useAdminChange();
  const countries = useCountryChoices();
  // A repeated request of the same message has the same id.
  const id = useRef(stored?.id ?? newId());
  const [form, setForm] = useState<ToastForm>(stored ? fillToastForm(stored) : EMPTY_FORM);
  const [invalid, setInvalid] = useState<ToastFault | null>(null);
  const set = (part: Partial<ToastForm>) => {
    setInvalid(null);
    setForm((before) => ({ ...before, ...part }));
  };
  const saving = useSending(async () => {
    const found = invalidPart(form);
    setInvalid(found);
    if (found) return;
    await change(saveToast(id.current, readToastForm(form)));
    onDone();
  });
  const removing = useSending(async () => {
    await change(withdrawToast(id.current));
    onDone();
  });
  return (
    <form className={classes.form} onSubmit={saving.submit} noValidate>
      <SectionTitle>{stored ? t('announcement.edit') : t('announcement.new')}</SectionTitle>
      <SectionTitle level={3}>{t('announcement.texts')}</SectionTitle>
      {LANGUAGES.map((language) => (
        <Textarea
          key={language}
          label={languageName(language)}
          lang={language}
          autosize
          minRows={1}
          maxRows={6}
          maxLength={TOAST_TEXT_LENGTH}
          description={language === 'en' && t('announcement.english')}
          error={language === 'en' && invalid === 'text' && t('announcement.fault.text')}
          value={form.text[language] ?? ''}
          onChange={(event) => set({ text: { ...form.text, [language]: event.currentTarget.value } })}
        />
      ))}
      <Radio.Group
        label={t('announcement.level')}
        value={form.level}
        onChange={(value) => set({ level: TOAST_LEVELS.find((one) => one === value) ?? form.level })}
      >
        {TOAST_LEVELS.map((one) => (
          <Radio key={one} value={one} label={t(`announcement.levels.${one}`)} />
        ))}
      </Radio.Group>
      <TextInput
        label={t('announcement.link')}
        description={t('announcement.link_hint')}
        value={form.link}
        error={saving.errors.fields.link}
        onChange={(event) => set({ link: event.currentTarget.value })}
      />
      <TextInput
        type="datetime-local"
        label={t('announcement.starts_at')}
        description={t('announcement.starts_hint')}
        value={form.starts_at}
        error={saving.errors.fields.starts_at}
        onChange={(event) => set({ starts_at: event.currentTarget.value })}
      />
      <TextInput
        type="datetime-local"
        label={t('announcement.ends_at')}
        description={t('announcement.ends_hint')}
        value={form.ends_at}
        error={(invalid === 'ends_at' && t('announcement.fault.ends_at')) || saving.errors.fields.ends_at}
        onChange={(event) => set({ ends_at: event.currentTarget.value })}
      />
      <NativeSelect
        label={t('announcement.audience')}
        value={form.audience}
        data={TOAST_AUDIENCES.map((value) => ({ value, label: audienceText(value, t) }))}
        onChange={(event) => set({ audience: TOAST_AUDIENCES.find((one) => one === event.currentTarget.value) ?? 'everyone' })}
      />
      <NativeSelect
        label={t('user.country')}
        value={form.country_code}
        data={[{ value: '', label: t('announcement.all_countries') }, ...countries]}
        onChange={(event) => set({ country_code: event.currentTarget.value })}
      />
      <Preview form={form} />
      <FormEnd saving={saving} removing={removing} withdraw={stored && t('announcement.withdraw')} onDone={onDone} />
    </form>
  );
}

/** A message as people of a language see it. */
function Preview({ form }: { form: ToastForm }) {
  const { t } = useTranslation(['admin', 'common', 'motivation']);
  const [language, setLanguage] = useState<Language>('en');
  const { text, isOwn } = readIn(form.text, language);
  const action = form.link.trim() === '' ? {} : { action: { label: t('motivation:toast.open'), onClick: () => undefined } };
  return (
    <section className={classes.part} aria-labelledby="announcement-preview">
      <SectionTitle id="announcement-preview" level={3}>
        {t('announcement.preview')}
      </SectionTitle>
      <NativeSelect
        label={t('announcement.language')}
        value={language}
        data={LANGUAGES.map((value) => ({ value, label: languageName(value) }))}
        onChange={(event) => setLanguage(LANGUAGES.find((one) => one === event.currentTarget.value) ?? 'en')}
      />
      {text === '' ? (
        <p className={classes.quiet}>{t('announcement.no_text')}</p>
      ) : (
        <div lang={isOwn ? language : 'en'} inert>
          <Notice
            notice={{ id: 'preview', type: form.level, text, ...action }}
            onDismiss={() => undefined}
            dismissLabel={t('common:action.close')}
            unfoldLabel={t('common:action.show_more')}
          />
        </div>
      )}
      {text !== '' && !isOwn && <p className={classes.quiet}>{t('announcement.fallback')}</p>}
    </section>
  );
}

/** The form of a message; times as `<input type="datetime-local">` has them, in the time zone of the device. */
interface ToastForm {
  level: (typeof TOAST_LEVELS)[number];
  text: Partial<Record<Language, string>>;
  link: string;
  starts_at: string;
  ends_at: string;
  audience: (typeof TOAST_AUDIENCES)[number];
  country_code: string;
}

export function fillToastForm(stored: StoredToast): ToastForm {
  return {
    ...stored,
    link: stored.link ?? '',
    starts_at: localTime(stored.starts_at),
    ends_at: stored.ends_at === null ? '' : localTime(stored.ends_at),
    country_code: stored.country_code ?? '',
  };
}

type ToastFault = 'text' | 'ends_at';

/** What is missing or wrong before it is sent. */
export function invalidPart({ text, starts_at, ends_at }: ToastForm, now = Date.now()): ToastFault | null {
  if (!text.en?.trim()) return 'text';
  const start = starts_at === '' ? now : Date.parse(starts_at);
  return ends_at !== '' && Date.parse(ends_at) <= start ? 'ends_at' : null;
}

export function readToastForm(form: ToastForm): ToastDraft {
  const filled = LANGUAGES.flatMap((language) => {
    const text = form.text[language]?.trim();
    return text ? [[language, text] as const] : [];
  });
  return {
    level: form.level,
    text: Object.fromEntries(filled),
    link: form.link.trim() || null,
    starts_at: instantOf(form.starts_at),
    ends_at: instantOf(form.ends_at),
    audience: form.audience,
    country_code: form.country_code || null,
  };
}

/** The text that people with a language read, and whether it is a translation. */
export function readIn(text: ToastForm['text'], language: Language): { text: string; isOwn: boolean } {
  const own = text[language]?.trim();
  return own ? { text: own, isOwn: true } : { text: text.en?.trim() ?? '', isOwn: false };
}

const instantOf = (local: string) => (local === '' ? null : new Date(local).toISOString());

function localTime(instant: string): string {
  const date = new Date(instant);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
