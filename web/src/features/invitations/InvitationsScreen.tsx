import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../ui/PageHeader';
import { useMaybeUser } from '../../shared/session/session';
import { useInvitations } from './data';
import { InvitationList } from './InvitationList';
import classes from './invitations.module.css';
import { NewInvitation } from './NewInvitation';

export default function InvitationsScreen() {
  return useMaybeUser() ? <Invitations /> : null;
}

/** Creates invitation links, lists them, and revokes them. */
function Invitations() {
  const { t } = useTranslation(['invitations', 'common']);
  const { registration, refresh, ...list } = useInvitations();
  return (
    <>
      <PageHeader title={t('common:screens.invitations')} lead={t('lead')} back={{ to: '/admin', label: t('common:screens.admin') }} />
      <div className={classes.page}>
        {(registration === 'open' || registration === 'closed') && (
          <Alert color="ochre">{t(`mode.${registration}`, { setting: 'REGISTRATION=invite' })}</Alert>
        )}
        <NewInvitation onCreated={() => void refresh()} />
        <InvitationList {...list} onRevoked={refresh} />
      </div>
    </>
  );
}
