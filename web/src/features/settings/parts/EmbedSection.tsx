import { Alert, Button, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ago } from '../../../i18n/format';
import { ShownOnce } from '../../../ui/fields/ShownOnce';
import { useLanguage, useUser } from '../../accounts/data';
import { useErrorText, useFormErrorText } from '../../accounts/form';
import { embedCode, createEmbed, originsOf, removeEmbed, useEmbeds } from '../data';
import { Section } from '../Section';
import shared from '../settings.module.css';
import { NeedsNetwork } from './SessionSection';

/** Embed keys for the user's counter on other websites. */
export function EmbedSection({ id, title }: { id: string; title: string }) {
  const { t } = useTranslation(['settings', 'common']);
  const language = useLanguage();
  const { embeds, hasFailed, retry, refresh } = useEmbeds();
  const formErrorOf = useFormErrorText();
  const [asked, setAsked] = useState<string | null>(null);
  const [errorText, setErrorText] = useState<string | null>(null);

  const remove = (embedId: string) => {
    setErrorText(null);
    removeEmbed(embedId)
      .then(refresh)
      .catch((error: unknown) => setErrorText(formErrorOf(error)))
      .finally(() => setAsked(null));
  };

  return (
    <Section id={id} title={title} lead={t('embeds.lead')}>
      {errorText && (
        <Alert color="brick" role="alert">
          {errorText}
        </Alert>
      )}
      {embeds === undefined && hasFailed && <NeedsNetwork onRetry={() => void retry()} />}
      {embeds && embeds.length > 0 && (
        <ul className={shared.list}>
          {embeds.map((embed) => (
            <li key={embed.id} className={shared.item}>
              <span className={shared.itemWords}>
                <span className={shared.itemName}>{embed.label || t('embeds.unnamed')}</span>
                <span className={shared.quiet}>
                  {embed.origins.length > 0
                    ? embed.origins.map((origin) => origin.replace(/^https?:\/\//, '')).join(', ')
                    : t('embeds.any_site')}
                  {' · '}
                  {ago(embed.created_at, language)}
                </span>
              </span>
              {asked === embed.id ? (
                <span className={shared.row}>
                  <Button color="brick" onClick={() => remove(embed.id)}>
                    {t('embeds.remove_confirm')}
                  </Button>
                  <Button variant="default" onClick={() => setAsked(null)}>
                    {t('common:action.cancel')}
                  </Button>
                </span>
              ) : (
                <Button variant="default" aria-label={t('embeds.remove_named', { label: embed.label })} onClick={() => setAsked(embed.id)}>
                  {t('common:action.remove')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <CreateKey onMade={() => void refresh()} />
    </Section>
  );
}

function CreateKey({ onMade }: { onMade: () => void }) {
  const { t } = useTranslation(['settings', 'common']);
  const language = useLanguage();
  const user = useUser();
  const errorTextOf = useErrorText();
  const [label, setLabel] = useState('');
  const [sites, setSites] = useState('');
  const [errors, setErrors] = useState<{ label?: string; sites?: string; form?: string }>({});
  const [isSending, setIsSending] = useState(false);
  const [code, setCode] = useState<string | null>(null);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { origins, bad } = originsOf(sites);
    const found: typeof errors = {};
    if (label.trim() === '') found.label = t('embeds.label_missing');
    if (bad.length > 0) found.sites = t('embeds.invalid_site', { site: bad[0] });
    else if (origins.length > 10) found.sites = t('embeds.too_many_sites');
    setErrors(found);
    if (Object.keys(found).length > 0 || isSending) return;
    setIsSending(true);
    createEmbed(label, origins)
      .then(
        ({ key }) => {
          setCode(embedCode(key, language, `Veld: ${user.name}`));
          setLabel('');
          setSites('');
          onMade();
        },
        (error: unknown) => {
          const { fields, form } = errorTextOf(error);
          setErrors({ label: fields.label, sites: fields.origins, form: form ?? undefined });
        },
      )
      .finally(() => setIsSending(false));
  };

  if (code !== null) {
    return (
      <ShownOnce
        label={t('embeds.code')}
        text={code}
        hint={t('embeds.shown_once')}
        copyLabel={t('common:action.copy')}
        copiedLabel={t('embeds.copied')}
        doneLabel={t('embeds.done')}
        onDone={() => setCode(null)}
      />
    );
  }
  return (
    <form className={shared.form} onSubmit={submit} noValidate>
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
        <Button type="submit" variant="default" loading={isSending}>
          {t('embeds.create')}
        </Button>
      </div>
    </form>
  );
}
