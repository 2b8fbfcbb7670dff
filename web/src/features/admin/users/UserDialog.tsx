import { Alert, Button, Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { bytes } from '../../../i18n/bytes';
import { ago, countryName, formatDate, number } from '../../../i18n/format';
import { useSending } from '../../../shared/session/form';
import { LoadFailure } from '../../../shared/session/LoadFailure';
import { useLanguage, useUser } from '../../../shared/session/session';
import { SectionTitle } from '../../../ui/SectionTitle';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import { type AdminUserDetails, logOutEverywhere, useAdminActs, useAdminChange, useAdminUser } from '../data';
import { ActLine } from '../log/ActLine';
import { CloseAccount } from './CloseAccount';
import { RolesForm } from './RolesForm';
import classes from '../admin.module.css';

interface Props {
  id: string;
  onClose: () => void;
}

/** An account, and what an admin can do with it. */
export function UserDialog({ id, onClose }: Props) {
  const { t } = useTranslation(['admin', 'common']);
  const { person, failure, retry } = useAdminUser(id);
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={person?.name ?? t('user.one')}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      {failure && <LoadFailure error={failure} onRetry={retry} />}
      {!failure && (person ? <Parts person={person} onClosed={onClose} /> : <TaxonRowSkeletons count={3} label={t('loading')} />)}
    </Modal>
  );
}

function Parts({ person, onClosed }: { person: AdminUserDetails; onClosed: () => void }) {
  const isOwn = useUser().id === person.id;
  return (
    <>
      <Facts person={person} />
      <RolesForm person={person} isOwn={isOwn} />
      <SessionsPart person={person} isOwn={isOwn} />
      {!isOwn && <CloseAccount person={person} onClosed={onClosed} />}
      <History id={person.id} />
    </>
  );
}

function Facts({ person }: { person: AdminUserDetails }) {
  const { t } = useTranslation(['admin', 'common']);
  const language = useLanguage();
  const facts = [
    person.country_code && countryName(person.country_code, language),
    t('user.since', { date: formatDate(new Date(person.created_at), language, { dateStyle: 'long' }) }),
    t('common:count.records', { count: person.records }),
    t('user.photos', { number: number(person.photos, language), size: bytes(person.photo_bytes, language) }),
  ];
  return (
    <>
      <p className={classes.quiet}>{person.email_confirmed ? person.email : t('user.unconfirmed', { email: person.email })}</p>
      <p className={classes.quiet}>{facts.filter(Boolean).join(' · ')}</p>
      <Link className={classes.link} to={`/profile/${person.id}`}>
        {t('user.profile')}
      </Link>
    </>
  );
}

/** What admins have done to this account. */
function History({ id }: { id: string }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const { rows } = useAdminActs({ user_id: id });
  if (!rows || rows.length === 0) return null;
  return (
    <section className={classes.part} aria-labelledby="user-history">
      <SectionTitle id="user-history" level={3}>
        {t('user.history')}
      </SectionTitle>
      <ul className={classes.list}>
        {rows.map((act) => (
          <li key={act.id}>
            <ActLine act={act} when={ago(act.at, language)} isOfPerson />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface SessionsPartProps {
  person: AdminUserDetails;
  isOwn: boolean;
}

/** The devices that are logged in, and a button that ends these sessions. */
function SessionsPart({ person, isOwn }: SessionsPartProps) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const change = useAdminChange();
  const { submit, isSending, errors } = useSending(() => change(logOutEverywhere(person.id)));
  const { sessions } = person;
  return (
    <form className={classes.part} onSubmit={submit} aria-labelledby="user-sessions">
      <SectionTitle id="user-sessions" level={3}>
        {t('user.sessions')}
      </SectionTitle>
      {sessions.length === 0 && <p className={classes.quiet}>{t('user.not_logged_in')}</p>}
      <ul className={classes.list}>
        {sessions.map(({ id, device_name, last_seen_at }) => (
          <li key={id}>
            {device_name || t('user.unnamed_device')} <span className={classes.quiet}>{ago(last_seen_at, language)}</span>
          </li>
        ))}
      </ul>
      {errors.form && (
        <Alert color="brick" role="alert">
          {errors.form}
        </Alert>
      )}
      {sessions.length > (isOwn ? 1 : 0) && (
        <div>
          <Button type="submit" variant="default" loading={isSending}>
            {t(isOwn ? 'user.log_out_others' : 'user.log_out')}
          </Button>
        </div>
      )}
    </form>
  );
}
