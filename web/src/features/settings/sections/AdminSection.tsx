import { Alert, Button, Radio } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listUsers, patchUser } from '@veld/contract';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../../i18n/format';
import { api, auth } from '../../../local/app/veld';
import { useSending } from '../../../shared/session/form';
import { useLanguage, useUser } from '../../../shared/session/session';
import { SearchField } from '../../../ui/SearchField';
import { Section } from '../Section';
import shared from '../settings.module.css';
import classes from './AdminSection.module.css';
import { NeedsNetwork } from './SessionSection';

const KEY = ['users'];

/** Gives up the role of admin; the last admin chooses who takes over. */
export function AdminSection({ id, title }: { id: string; title: string }) {
  const { t } = useTranslation(['settings', 'common']);
  const [isOpen, setIsOpen] = useState(false);
  const [successor, setSuccessor] = useState<string | null>(null);
  const { isAlone, needsSuccessor, hasFailed, retry } = useAdmins(isOpen);
  const { submit, isSending, errors } = useSending(() => giveUpAdmin(needsSuccessor ? successor : null));
  const errorText = errors.form ?? Object.values(errors.fields)[0];

  return (
    <Section id={id} title={title} lead={t('admins.lead')}>
      {isOpen ? (
        <form className={shared.body} onSubmit={submit}>
          {hasFailed && <NeedsNetwork onRetry={() => void retry()} />}
          {isAlone && <p className={shared.quiet}>{t('admins.alone')}</p>}
          {needsSuccessor && <SuccessorField value={successor} onChange={setSuccessor} />}
          {errorText && (
            <Alert color="brick" role="alert">
              {errorText}
            </Alert>
          )}
          <div className={shared.row}>
            <Button type="submit" color="brick" loading={isSending} disabled={isAlone !== false || (needsSuccessor && successor === null)}>
              {t('admins.give_up')}
            </Button>
            <Button variant="default" onClick={() => setIsOpen(false)}>
              {t('common:action.cancel')}
            </Button>
          </div>
        </form>
      ) : (
        <div className={shared.row}>
          <Button variant="outline" color="brick" onClick={() => setIsOpen(true)}>
            {t('admins.give_up')}
          </Button>
        </div>
      )}
    </Section>
  );
}

interface Props {
  value: string | null;
  onChange: (userId: string) => void;
}

/** Chooses by name who becomes admin after the user. */
export function SuccessorField({ value, onChange }: Props) {
  const { t } = useTranslation(['settings', 'common']);
  const language = useLanguage();
  const user = useUser();
  const labelId = useId();
  const [name, setName] = useState('');
  const { users, hasFailed, retry } = useUsersNamed(name.trim());
  const others = users?.filter(({ id }) => id !== user.id);
  return (
    <div className={classes.successor} role="group" aria-labelledby={labelId}>
      <p className={classes.label} id={labelId}>
        {t('admins.successor')}
      </p>
      <SearchField label={t('admins.find')} clearLabel={t('common:action.clear')} value={name} onChange={setName} />
      {others === undefined && hasFailed && <NeedsNetwork onRetry={() => void retry()} />}
      {others?.length === 0 && <p className={shared.quiet}>{t('admins.nobody')}</p>}
      {others && others.length > 0 && (
        <Radio.Group aria-labelledby={labelId} value={value} onChange={onChange}>
          <div className={classes.people}>
            {others.map(({ id, name: label, created_at }) => (
              <Radio
                key={id}
                value={id}
                label={label}
                description={t('admins.since', { date: formatDate(new Date(created_at), language, { dateStyle: 'long' }) })}
                classNames={{ root: classes.person }}
              />
            ))}
          </div>
        </Radio.Group>
      )}
    </div>
  );
}

/** The users whose names contain a text; only for admins, needs the network. */
function useUsersNamed(name: string, isEnabled = true) {
  const query = useQuery({
    queryKey: [...KEY, name],
    queryFn: ({ signal }) => api.call(listUsers, { query: name === '' ? {} : { name } }, { signal }),
    enabled: isEnabled,
    // The list stays while the next one loads.
    placeholderData: (previous) => previous,
  });
  return { users: query.data?.data, totals: query.data?.totals, hasFailed: query.isError, retry: query.refetch };
}

/** Whether the user is an admin, and whether leaving takes a successor; undefined while that is unknown. */
export function useAdmins(isEnabled: boolean) {
  const isAdmin = auth.state().user?.roles.includes('admin') ?? false;
  const { totals, hasFailed, retry } = useUsersNamed('', isAdmin && isEnabled);
  const isLast = totals && totals.admins <= 1;
  return {
    isAdmin,
    isAlone: totals && totals.users <= 1,
    needsSuccessor: isAdmin ? isLast && totals.users > 1 : false,
    hasFailed: hasFailed && totals === undefined,
    retry,
  };
}

/** Gives up the own role of admin; the last admin names a successor. */
async function giveUpAdmin(successorId: string | null): Promise<void> {
  const { user } = auth.state();
  if (!user) return;
  const body = { roles: user.roles.filter((role) => role !== 'admin'), ...(successorId === null ? {} : { successor_id: successorId }) };
  await api.call(patchUser, { params: { id: user.id }, body });
  await auth.fetchUser();
}
