import { Alert, Button, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { INVITATION_MAX_DAYS, INVITATION_MAX_USES } from '@veld/contract';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { number } from '../../i18n/format';
import { SectionTitle } from '../../ui/SectionTitle';
import { ShownOnce } from '../../ui/fields/ShownOnce';
import { useLanguage } from '../accounts/data';
import { type FormErrors, useErrorText } from '../accounts/form';
import { createInvitation, inviteLink, prepareInvitation, type PreparedInvitation } from './data';
import classes from './invitations.module.css';

const DAYS = [1, 7, 30, 90, INVITATION_MAX_DAYS];
const NO_ERRORS: FormErrors = { fields: {}, form: null };

/** Creates an invitation and shows its link once. */
export function NewInvitation({ onCreated }: { onCreated: () => void }) {
  const { t } = useTranslation(['invitations', 'common']);
  const language = useLanguage();
  const errorTextOf = useErrorText();
  const prepared = useRef<PreparedInvitation | null>(null);
  const [label, setLabel] = useState('');
  const [uses, setUses] = useState<number | string>(1);
  const [days, setDays] = useState(7);
  const [errors, setErrors] = useState(NO_ERRORS);
  const [isSending, setIsSending] = useState(false);
  const [link, setLink] = useState<string | null>(null);

  /** Other values are another invitation. */
  const changed = () => (prepared.current = null);

  const send = async () => {
    if (typeof uses !== 'number') return;
    prepared.current ??= prepareInvitation();
    await createInvitation(prepared.current, { label: label.trim(), days, max_uses: uses });
    setLink(inviteLink(prepared.current.token));
    changed();
    setLabel('');
    setUses(1);
    onCreated();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const fields: Record<string, string> = {};
    if (label.trim() === '') fields.label = t('label_missing');
    if (typeof uses !== 'number' || !Number.isInteger(uses) || uses < 1 || uses > INVITATION_MAX_USES)
      fields.max_uses = t('max_uses_invalid', { max: number(INVITATION_MAX_USES, language) });
    setErrors({ fields, form: null });
    if (Object.keys(fields).length > 0 || isSending) return;
    setIsSending(true);
    send()
      .catch((error: unknown) => setErrors(errorTextOf(error)))
      .finally(() => setIsSending(false));
  };

  return (
    <section aria-labelledby="new-invitation">
      <SectionTitle id="new-invitation">{t('new')}</SectionTitle>
      {link === null ? (
        <form className={classes.form} onSubmit={submit} noValidate>
          {errors.form && (
            <Alert color="brick" role="alert">
              {errors.form}
            </Alert>
          )}
          <TextInput
            label={t('label')}
            description={t('label_hint')}
            maxLength={80}
            value={label}
            onChange={(event) => {
              changed();
              setLabel(event.currentTarget.value);
            }}
            error={errors.fields.label}
          />
          <NumberInput
            label={t('max_uses')}
            allowDecimal={false}
            allowNegative={false}
            hideControls
            value={uses}
            onChange={(value) => {
              changed();
              setUses(value);
            }}
            error={errors.fields.max_uses}
          />
          <NativeSelect
            label={t('days')}
            value={days}
            onChange={(event) => {
              changed();
              setDays(Number(event.currentTarget.value));
            }}
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
