import { Alert, Button, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { INVITATION_MAX_DAYS } from '@veld/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { number } from '../../i18n/format';
import { SectionTitle } from '../../ui/SectionTitle';
import { ShownOnce } from '../../ui/fields/ShownOnce';
import { focusFirstByKeyboard } from '../../ui/steady-focus';
import { useLanguage } from '../../shared/session/session';
import classes from './invitations.module.css';
import { useNewInvitation } from './use-new-invitation';

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
