import { Alert, Button, Modal } from '@mantine/core';
import type { Invitation } from '@veld/contract';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDate, number } from '../../i18n/format';
import { useFormErrorText } from '../../shared/session/form';
import { LoadFailure } from '../../shared/session/LoadFailure';
import { useLanguage } from '../../shared/session/session';
import { useTableTexts } from '../../shared/session/table-texts';
import { DialogActions } from '../../ui/DialogBody';
import { SectionTitle } from '../../ui/SectionTitle';
import { TaxonRowSkeletons } from '../../ui/Skeletons';
import type { TableColumn } from '../../ui/table/table-types';
import { TableCard } from '../../ui/table/TableCard';
import { WholeTable } from '../../ui/table/WholeTable';
import { useAddressFilter } from '../../ui/use-address-filter';
import { revokeInvitation } from './data';
import classes from './invitations.module.css';

interface Props {
  invitations: Invitation[] | undefined;
  failure: Error | null;
  retry: () => unknown;
  onRevoked: () => Promise<unknown>;
}

const invitationId = ({ id }: Invitation) => id;
const labelOf = ({ label }: Invitation) => label;
const STATES = ['active', 'used_up', 'expired', 'revoked'] as const satisfies readonly Invitation['state'][];

/** All invitations; a label opens what can be done. */
export function InvitationList({ invitations, failure, retry, onRevoked }: Props) {
  const { t } = useTranslation(['invitations', 'common']);
  const [read, write] = useAddressFilter();
  const opened = invitations?.find(({ id }) => id === read('invitation'));
  return (
    <section aria-labelledby="invitations">
      <SectionTitle id="invitations">{t('list')}</SectionTitle>
      {invitations ? (
        <Table invitations={invitations} />
      ) : failure ? (
        <LoadFailure error={failure} onRetry={() => void retry()} />
      ) : (
        <TaxonRowSkeletons label={t('list')} />
      )}
      {opened && <InvitationDialog key={opened.id} invitation={opened} onRevoked={onRevoked} onClose={() => write({ invitation: null })} />}
    </section>
  );
}

function Table({ invitations }: { invitations: readonly Invitation[] }) {
  const { t } = useTranslation('invitations');
  const language = useLanguage();
  const texts = useTableTexts(t('search'));
  const columns = useMemo((): TableColumn<Invitation>[] => {
    const until = ({ expires_at }: Invitation) => formatDate(new Date(expires_at), language, { dateStyle: 'medium', timeStyle: 'short' });
    return [
      { id: 'label', label: t('label'), value: labelOf, to: ({ id }) => `?invitation=${id}`, width: 14, isSearched: true },
      {
        id: 'state',
        label: t('column.state'),
        value: ({ state }) => state,
        text: ({ state }) => t(`state.${state}`),
        width: 8,
        filter: 'choice',
        choices: STATES.map((value) => ({ value, label: t(`state.${value}`) })),
      },
      { id: 'used', label: t('column.used'), value: ({ uses }) => uses, text: (one) => usesOf(one, language), width: 7, isNumeric: true },
      { id: 'until', label: t('column.until'), value: ({ expires_at }) => expires_at, text: until, width: 12, isCode: true },
      { id: 'by', label: t('column.by'), value: ({ created_by }) => created_by || null, width: 9, filter: 'text' },
    ];
  }, [t, language]);
  return (
    <WholeTable
      rows={invitations}
      rowId={invitationId}
      rowName={labelOf}
      columns={columns}
      label={t('list')}
      renderCard={(one) => (
        <TableCard>
          <Link to={`?invitation=${one.id}`}>{one.label}</Link>
          <small>
            {t(`state.${one.state}`)} · {t('used', { uses: number(one.uses, language), max: number(one.max_uses, language) })}
          </small>
        </TableCard>
      )}
      cardHeight={96}
      empty={t('none')}
      texts={texts}
    />
  );
}

const usesOf = ({ uses, max_uses }: Invitation, language: Parameters<typeof number>[1]) =>
  `${number(uses, language)} / ${number(max_uses, language)}`;

interface InvitationDialogProps {
  invitation: Invitation;
  onRevoked: () => Promise<unknown>;
  onClose: () => void;
}

/** An invitation, which can be withdrawn while it works. */
function InvitationDialog({ invitation, onRevoked, onClose }: InvitationDialogProps) {
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
