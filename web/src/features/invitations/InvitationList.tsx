import { Alert, Button } from '@mantine/core';
import type { Invitation } from '@veld/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate, number } from '../../i18n/format';
import { EmptyState } from '../../ui/EmptyState';
import { SectionTitle } from '../../ui/SectionTitle';
import { useLanguage } from '../accounts/data';
import { useFormErrorText } from '../accounts/form';
import { revokeInvitation } from './data';
import classes from './invitations.module.css';

interface Props {
  invitations: Invitation[] | undefined;
  hasFailed: boolean;
  retry: () => unknown;
  onRevoked: () => Promise<unknown>;
}

/** All invitations; those that still work can be revoked. */
export function InvitationList({ invitations, hasFailed, retry, onRevoked }: Props) {
  const { t } = useTranslation(['invitations', 'common']);
  const formErrorOf = useFormErrorText();
  const [asked, setAsked] = useState<string | null>(null);
  const [errorText, setErrorText] = useState<string | null>(null);

  const revoke = (id: string) => {
    setErrorText(null);
    revokeInvitation(id)
      .then(onRevoked)
      .catch((error: unknown) => setErrorText(formErrorOf(error)))
      .finally(() => setAsked(null));
  };

  return (
    <section aria-labelledby="invitations">
      <SectionTitle id="invitations">{t('list')}</SectionTitle>
      {errorText && (
        <Alert color="brick" role="alert">
          {errorText}
        </Alert>
      )}
      {invitations === undefined && hasFailed && (
        <div className={classes.row}>
          <p className={classes.quiet}>{t('failed_load')}</p>
          <Button variant="default" onClick={() => void retry()}>
            {t('common:action.retry')}
          </Button>
        </div>
      )}
      {invitations?.length === 0 && <EmptyState sentence={t('none')} />}
      {invitations && invitations.length > 0 && (
        <ul className={classes.list}>
          {invitations.map((one) => (
            <li key={one.id} className={classes.item} data-state={one.state}>
              <Facts invitation={one} />
              {one.state === 'active' && asked !== one.id && (
                <Button variant="default" aria-label={t('revoke_named', { label: one.label })} onClick={() => setAsked(one.id)}>
                  {t('revoke')}
                </Button>
              )}
              {asked === one.id && (
                <span className={classes.row}>
                  <Button color="brick" onClick={() => revoke(one.id)}>
                    {t('revoke_confirm')}
                  </Button>
                  <Button variant="default" onClick={() => setAsked(null)}>
                    {t('common:action.cancel')}
                  </Button>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Facts({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation('invitations');
  const language = useLanguage();
  const { label, state, uses, max_uses, expires_at, created_by } = invitation;
  const facts = [
    t('used', { uses: number(uses, language), max: number(max_uses, language) }),
    state === 'active' && t('until', { date: formatDate(new Date(expires_at), language, { dateStyle: 'long', timeStyle: 'short' }) }),
    created_by && t('by', { name: created_by }),
  ];
  return (
    <span className={classes.words}>
      <span className={classes.name}>{label}</span>
      <span className={classes.state}>{t(`state.${state}`)}</span>
      <span className={classes.quiet}>{facts.filter(Boolean).join(' · ')}</span>
    </span>
  );
}
