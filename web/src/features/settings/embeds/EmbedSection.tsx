import { Alert, Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ago } from '../../../i18n/format';
import { useLanguage } from '../../../shared/session/session';
import { useFormErrorText } from '../../../shared/session/form';
import { removeEmbed, useEmbeds } from './embed-keys';
import { Section } from '../Section';
import shared from '../settings.module.css';
import { NewEmbed } from './NewEmbed';
import { NeedsNetwork } from '../sections/SessionSection';

/** Embed keys for the user's counter or map on other websites. */
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
      <NewEmbed onMade={() => void refresh()} />
    </Section>
  );
}
