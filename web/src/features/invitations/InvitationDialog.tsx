import { Alert, Button, Modal } from '@mantine/core';
import type { Invitation } from '@veld/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate, number } from '../../i18n/format';
import { DialogActions } from '../../ui/DialogBody';
import { useLanguage } from '../../shared/session/session';
import { useFormErrorText } from '../../shared/session/form';
import { revokeInvitation } from './data';
import classes from './invitations.module.css';

interface Props {
  invitation: Invitation;
  onRevoked: () => Promise<unknown>;
  onClose: () => void;
}

/** An invitation, which can be withdrawn while it works. */
export function InvitationDialog({ invitation, onRevoked, onClose }: Props) {
  const { t } = useTranslation(['invitations', 'common']);
  const language = useLanguage();
  const formErrorOf = useFormErrorText();
  const [isBusy, setBusy] = useState(false);
  const [errorText, setErrorText] = useState<string | null>(null);
  const { id, label, state, uses, max_uses, expires_at, created_by } = invitation;
  const revoke = () => {
    setErrorText(null);
    setBusy(true);
    revokeInvitation(id)
      .then(onRevoked)
      .catch((error: unknown) => setErrorText(formErrorOf(error)))
      .finally(() => setBusy(false));
  };
  const facts = [
    t('used', { uses: number(uses, language), max: number(max_uses, language) }),
    state === 'active' && t('until', { date: formatDate(new Date(expires_at), language, { dateStyle: 'long', timeStyle: 'short' }) }),
    created_by && t('by', { name: created_by }),
  ];
  return (
    <Modal opened onClose={onClose} title={label} closeButtonProps={{ 'aria-label': t('common:action.close') }}>
      <p className={classes.state} data-state={state}>
        {t(`state.${state}`)}
      </p>
      <p className={classes.quiet}>{facts.filter(Boolean).join(' · ')}</p>
      {errorText && (
        <Alert color="brick" role="alert">
          {errorText}
        </Alert>
      )}
      {state === 'active' && (
        <DialogActions>
          <Button color="brick" loading={isBusy} onClick={revoke}>
            {t('revoke_confirm')}
          </Button>
        </DialogActions>
      )}
    </Modal>
  );
}
