import { type Language, LANGUAGES, type TOAST_AUDIENCES, type TOAST_LEVELS, type ToastDraft } from '@veld/contract';
import type { StoredToast } from './data';

/** The form of a message; times as `<input type="datetime-local">` has them, in the time zone of the device. */
export interface ToastForm {
  level: (typeof TOAST_LEVELS)[number];
  text: Partial<Record<Language, string>>;
  link: string;
  starts_at: string;
  ends_at: string;
  audience: (typeof TOAST_AUDIENCES)[number];
  country_code: string;
}

export const EMPTY_FORM: ToastForm = {
  level: 'info',
  text: {},
  link: '',
  starts_at: '',
  ends_at: '',
  audience: 'everyone',
  country_code: '',
};

export function fillToastForm(stored: StoredToast): ToastForm {
  return {
    ...stored,
    link: stored.link ?? '',
    starts_at: localTime(stored.starts_at),
    ends_at: stored.ends_at === null ? '' : localTime(stored.ends_at),
    country_code: stored.country_code ?? '',
  };
}

export type ToastFault = 'text' | 'ends_at';

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
