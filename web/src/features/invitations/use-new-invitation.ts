import { INVITATION_MAX_USES } from '@veld/contract';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { number } from '../../i18n/format';
import { useLanguage } from '../../shared/session/session';
import { type FormErrors, useErrorText } from '../../shared/session/form';
import { createInvitation, inviteLink, prepareInvitation, type PreparedInvitation } from './data';

/** The fields of the form. `uses` is a text while it is no number. */
interface Fields {
  label: string;
  uses: number | string;
  days: number;
}

const EMPTY: Fields = { label: '', uses: 1, days: 7 };
const NO_ERRORS: FormErrors = { fields: {}, form: null };

/** The form of a new invitation. `onCreated` is called with the link of the invitation. */
export function useNewInvitation(onCreated: (link: string) => void) {
  const { t } = useTranslation('invitations');
  const language = useLanguage();
  const errorTextOf = useErrorText();
  const prepared = useRef<PreparedInvitation | null>(null);
  const [fields, setFields] = useState(EMPTY);
  const [errors, setErrors] = useState(NO_ERRORS);
  const [isSending, setIsSending] = useState(false);

  const change = (next: Partial<Fields>) => {
    // Other values are another invitation.
    prepared.current = null;
    setFields((before) => ({ ...before, ...next }));
  };
  const faults = (): FormErrors['fields'] => {
    const { label, uses } = fields;
    const isCount = typeof uses === 'number' && Number.isInteger(uses) && uses >= 1 && uses <= INVITATION_MAX_USES;
    return {
      ...(label.trim() === '' && { label: t('label_missing') }),
      ...(!isCount && { max_uses: t('max_uses_invalid', { max: number(INVITATION_MAX_USES, language) }) }),
    };
  };
  const send = async () => {
    prepared.current ??= prepareInvitation();
    await createInvitation(prepared.current, { label: fields.label.trim(), days: fields.days, max_uses: Number(fields.uses) });
    const link = inviteLink(prepared.current.token);
    change({ label: EMPTY.label, uses: EMPTY.uses });
    onCreated(link);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = faults();
    setErrors({ fields: found, form: null });
    if (Object.keys(found).length > 0 || isSending) return;
    setIsSending(true);
    send()
      .catch((error: unknown) => setErrors(errorTextOf(error)))
      .finally(() => setIsSending(false));
  };

  return { fields, errors, isSending, change, submit };
}
