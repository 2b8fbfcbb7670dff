import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from './session';

/** Translated error texts of a form: by field, and for the whole form. */
export interface FormErrors {
  fields: Record<string, string>;
  form: string | null;
}

const NO_ERRORS: FormErrors = { fields: {}, form: null };

/** Converts a failed call into error texts. The server sends its texts in the user's language. */
export function useErrorText(): (error: unknown) => FormErrors {
  const { t } = useTranslation('common');
  return (error) => {
    if (!(error instanceof CallError)) return { fields: {}, form: t('error.title') };
    const fields = Object.fromEntries(Object.entries(error.fieldErrors).map(([name, messages]) => [name, messages.join(' ')]));
    if (error.problem) {
      const isAboutFields = Object.keys(fields).length > 0;
      return { fields, form: isAboutFields ? null : [error.problem.title, error.problem.detail].filter(Boolean).join('. ') };
    }
    return { fields, form: t(`error.${error.kind === 'timeout' ? 'timeout' : error.kind === 'not_ours' ? 'not_ours' : 'not_sent'}`) };
  };
}

/** Converts a failed call of an action without fields into one text. */
export function useFormErrorText(): (error: unknown) => string {
  const { t } = useTranslation('common');
  const errorTextOf = useErrorText();
  return (error) => errorTextOf(error).form ?? t('error.title');
}

/** Submits a form, one request at a time, and holds the errors. */
export function useSending(send: () => Promise<void>) {
  const errorTextOf = useErrorText();
  const [isSending, setIsSending] = useState(false);
  const [errors, setErrors] = useState(NO_ERRORS);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    setIsSending(true);
    setErrors(NO_ERRORS);
    send()
      .catch((error: unknown) => setErrors(errorTextOf(error)))
      .finally(() => setIsSending(false));
  };
  return { submit, isSending, errors };
}
