import { Alert, Button, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { INVITATION_MAX_DAYS, INVITATION_MAX_USES } from '@veld/contract';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { number } from '../../i18n/format';
import { type FormErrors, useErrorText } from '../../shared/session/form';
import { useLanguage } from '../../shared/session/session';
import { ShownOnce } from '../../ui/fields/ShownOnce';
import { SectionTitle } from '../../ui/SectionTitle';
import { focusFirstByKeyboard } from '../../ui/steady-focus';
import { createInvitation, inviteLink, type PreparedInvitation, prepareInvitation } from './data';
import classes from './invitations.module.css';

const EMPTY: Fields = { label: '', uses: 1, days: 7 };

const NO_ERRORS: FormErrors = { fields: {}, form: null };

const DAYS = [1, 7, 30, 90, INVITATION_MAX_DAYS];

/** Creates an invitation and shows its link once. */
export function NewInvitation({ onCreated }: { onCreated: () => void }) {
  const { t } = useTranslation(['invitations', 'common']);
  const [link, setLink] = useState<string | null>(null);
  const form = useNewInvitation((created) => {
    setLink(created);
    onCreated();
  });
  return (
    <section aria-labelledby="new-invitation">
      <SectionTitle id="new-invitation">{t('new')}</SectionTitle>
      {link === null ? (
        <InvitationForm form={form} />
      ) : (
        <ShownOnce
          label={t('link')}
          text={link}
          hint={t('shown_once')}
          copyLabel={t('common:action.copy')}
          copiedLabel={t('copied')}
          doneLabel={t('done')}
          onDone={() => setLink(null)}
        />
      )}
    </section>
  );
}

function InvitationForm({ form }: { form: ReturnType<typeof useNewInvitation> }) {
  const { t } = useTranslation('invitations');
  const language = useLanguage();
  const { fields, errors, isSending, change, submit } = form;
  return (
    <form ref={focusFirstByKeyboard} className={classes.form} onSubmit={submit} noValidate>
      {errors.form && (
        <Alert color="brick" role="alert">
          {errors.form}
        </Alert>
      )}
      <TextInput
        label={t('label')}
        description={t('label_hint')}
        maxLength={80}
        value={fields.label}
        onChange={(event) => change({ label: event.currentTarget.value })}
        error={errors.fields.label}
      />
      <NumberInput
        label={t('max_uses')}
        allowDecimal={false}
        allowNegative={false}
        hideControls
        value={fields.uses}
        onChange={(uses) => change({ uses })}
        error={errors.fields.max_uses}
      />
      <NativeSelect
        label={t('days')}
        value={fields.days}
        onChange={(event) => change({ days: Number(event.currentTarget.value) })}
        data={DAYS.map((value) => ({
          value: String(value),
          label: number(value, language, { style: 'unit', unit: 'day', unitDisplay: 'long' }),
        }))}
      />
      <div>
        <Button type="submit" loading={isSending}>
          {t('create')}
        </Button>
      </div>
    </form>
  );
}

/** The fields of the form. `uses` is a text while it is no number. */
interface Fields {
  label: string;
  uses: number | string;
  days: number;
}

/** The form of a new invitation. `onCreated` is called with the link of the invitation. */
function useNewInvitation(onCreated: (link: string) => void) {
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
