import { Alert, Button, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { focusFirst } from '../../../ui/steady-focus';
import { useErrorText } from '../../../shared/session/form';
import { createEmbed, parseOrigins } from './embed-keys';
import shared from '../settings.module.css';
import { EmbedCode } from './EmbedCode';

/** Creates a key for other websites and shows its code once. */
export function NewEmbed({ onMade }: { onMade: () => void }) {
  const { t } = useTranslation('settings');
  const [isOpen, setIsOpen] = useState(false);
  const [key, setKey] = useState<string | null>(null);
  const close = () => {
    setIsOpen(false);
    setKey(null);
  };
  if (key !== null) return <EmbedCode embedKey={key} onDone={close} />;
  if (!isOpen)
    return (
      <div className={shared.row}>
        <Button variant="default" onClick={() => setIsOpen(true)}>
          {t('embeds.new')}
        </Button>
      </div>
    );
  return (
    <KeyForm
      onMade={(made) => {
        setKey(made);
        onMade();
      }}
      onCancel={close}
    />
  );
}

function KeyForm({ onMade, onCancel }: { onMade: (key: string) => void; onCancel: () => void }) {
  const { t } = useTranslation(['settings', 'common']);
  const errorTextOf = useErrorText();
  const [label, setLabel] = useState('');
  const [sites, setSites] = useState('');
  const [errors, setErrors] = useState<{ label?: string; sites?: string; form?: string }>({});
  const [isSending, setIsSending] = useState(false);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { origins, bad } = parseOrigins(sites);
    const found: typeof errors = {};
    if (label.trim() === '') found.label = t('embeds.label_missing');
    if (bad.length > 0) found.sites = t('embeds.invalid_site', { site: bad[0] });
    else if (origins.length > 10) found.sites = t('embeds.too_many_sites');
    setErrors(found);
    if (Object.keys(found).length > 0 || isSending) return;
    setIsSending(true);
    createEmbed(label, origins)
      .then(
        ({ key }) => onMade(key),
        (error: unknown) => {
          const { fields, form } = errorTextOf(error);
          setErrors({ label: fields.label, sites: fields.origins, form: form ?? undefined });
        },
      )
      .finally(() => setIsSending(false));
  };

  return (
    <form ref={focusFirst} className={shared.form} onSubmit={submit} noValidate>
      {errors.form && (
        <Alert color="brick" role="alert">
          {errors.form}
        </Alert>
      )}
      <TextInput
        label={t('embeds.label')}
        description={t('embeds.label_hint')}
        maxLength={80}
        value={label}
        onChange={(event) => setLabel(event.currentTarget.value)}
        error={errors.label}
      />
      <Textarea
        label={t('embeds.sites')}
        description={t('embeds.sites_hint')}
        rows={2}
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        value={sites}
        onChange={(event) => setSites(event.currentTarget.value)}
        error={errors.sites}
      />
      <div className={shared.row}>
        <Button type="submit" loading={isSending}>
          {t('embeds.create')}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {t('common:action.cancel')}
        </Button>
      </div>
    </form>
  );
}
