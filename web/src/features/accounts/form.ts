import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from './data';

/** Translated error texts of a form: by field, and for the whole form. */
export interface FormTrouble {
  fields: Record<string, string>;
  whole: string | null;
}

const NO_TROUBLE: FormTrouble = { fields: {}, whole: null };

/** Converts a failed call into error texts. The server sends its texts in the user's language. */
export function useTroubleOf(): (error: unknown) => FormTrouble {
  const { t } = useTranslation('common');
  return (error) => {
    if (!(error instanceof CallError)) return { fields: {}, whole: t('error.title') };
    const fields = Object.fromEntries(Object.entries(error.fieldErrors).map(([name, messages]) => [name, messages.join(' ')]));
    if (error.kind === 'problem') {
      const isAboutFields = Object.keys(fields).length > 0;
      return { fields, whole: isAboutFields ? null : [error.problem!.title, error.problem!.detail].filter(Boolean).join('. ') };
    }
    return { fields, whole: t(`error.${error.kind === 'timeout' ? 'timeout' : error.kind === 'not_ours' ? 'not_ours' : 'not_sent'}`) };
  };
}

/** Submits a form, one request at a time, and holds the errors. */
export function useSending(send: () => Promise<void>) {
  const troubleOf = useTroubleOf();
  const [isSending, setIsSending] = useState(false);
  const [trouble, setTrouble] = useState(NO_TROUBLE);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    setIsSending(true);
    setTrouble(NO_TROUBLE);
    send()
      .catch((error: unknown) => setTrouble(troubleOf(error)))
      .finally(() => setIsSending(false));
  };
  return { submit, isSending, trouble };
}
