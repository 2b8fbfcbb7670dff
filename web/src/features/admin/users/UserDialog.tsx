import { Alert, Button, Checkbox, Modal, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { bytes } from '../../../i18n/units';
import { ago, countryName, formatDate, number } from '../../../i18n/format';
import { useSending } from '../../../shared/session/form';
import { LoadFailure } from '../../../shared/session/LoadFailure';
import { auth, notifier, useLanguage, useUser } from '../../../shared/session/session';
import { SectionTitle } from '../../../ui/SectionTitle';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import {
  type AdminUserDetails,
  changeUser,
  closeAccount,
  logOutEverywhere,
  type Role,
  useAdminActs,
  useAdminChange,
  useAdminUser,
} from '../data';
import { ModeratePerson } from '../../reports/moderation/ModeratePerson';
import { ActLine } from '../log/LogTable';
import classes from '../admin.module.css';

const MAX_REASON = 500;

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
      {!isOwn && (
        <div className={classes.part}>
          <ModeratePerson person={person} />
        </div>
      )}
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

interface CloseAccountProps {
  person: AdminUserDetails;
  onClosed: () => void;
}

/** Closes an account, with the reason that the person gets by mail. */
function CloseAccount({ person, onClosed }: CloseAccountProps) {
  const { t } = useTranslation(['admin', 'common']);
  const change = useAdminChange();
  const [isAsking, setAsking] = useState(false);
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const { submit, isSending, errors } = useSending(async () => {
    if (reason.trim() === '') return setMissing(true);
    await change(closeAccount(person.id, reason.trim()));
    notifier.show('positive', t('user.closed', { name: person.name }));
    onClosed();
  });
  const errorText = errors.form ?? Object.values(errors.fields)[0];
  return (
    <form className={classes.part} onSubmit={submit} noValidate aria-labelledby="user-close">
      <SectionTitle id="user-close" level={3}>
        {t('user.close')}
      </SectionTitle>
      <p className={classes.quiet}>{t('user.close_about')}</p>
      {isAsking && (
        <Textarea
          label={t('user.reason')}
          description={t('user.reason_hint')}
          autosize
          minRows={2}
          maxLength={MAX_REASON}
          value={reason}
          error={isMissing && t('user.reason_missing')}
          onChange={(event) => {
            setMissing(false);
            setReason(event.currentTarget.value);
          }}
        />
      )}
      {errorText && (
        <Alert color="brick" role="alert">
          {errorText}
        </Alert>
      )}
      <div className={classes.row}>
        {isAsking ? (
          <>
            <Button type="submit" color="brick" loading={isSending}>
              {t('user.close_now')}
            </Button>
            <Button variant="default" onClick={() => setAsking(false)}>
              {t('common:action.cancel')}
            </Button>
          </>
        ) : (
          <Button variant="default" color="brick" onClick={() => setAsking(true)}>
            {t('user.close')}
          </Button>
        )}
      </div>
    </form>
  );
}

interface RolesFormProps {
  person: AdminUserDetails;
  isOwn: boolean;
}

/** Grants and withdraws roles and the pro status; saved with one button. */
function RolesForm({ person, isOwn }: RolesFormProps) {
  const { t } = useTranslation(['admin', 'common']);
  const change = useAdminChange();
  const [roles, setRoles] = useState<readonly Role[]>(person.roles);
  const [isPro, setPro] = useState(person.is_pro);
  const [isSaved, setSaved] = useState(false);
  const isChanged = isPro !== person.is_pro || roles.toSorted().join() !== person.roles.toSorted().join();
  const { submit, isSending, errors } = useSending(async () => {
    await change(changeUser(person.id, { roles: [...roles], is_pro: isPro }));
    if (isOwn) await auth.fetchUser();
    setSaved(true);
  });
  const set = (role: Role, isGranted: boolean) => {
    setSaved(false);
    setRoles(isGranted ? [...roles, role] : roles.filter((one) => one !== role));
  };
  const errorText = errors.form ?? Object.values(errors.fields)[0];
  return (
    <form className={classes.part} onSubmit={submit} aria-labelledby="user-roles">
      <SectionTitle id="user-roles" level={3}>
        {t('user.roles')}
      </SectionTitle>
      {(['curator', 'admin'] as const).map((role) => (
        <Checkbox
          key={role}
          label={t(`role.${role}`)}
          description={t(`role_about.${role}`)}
          checked={roles.includes(role)}
          onChange={(event) => set(role, event.currentTarget.checked)}
        />
      ))}
      <Checkbox
        label={t('role.pro')}
        description={t('role_about.pro')}
        checked={isPro}
        onChange={(event) => {
          setSaved(false);
          setPro(event.currentTarget.checked);
        }}
      />
      {errorText && (
        <Alert color="brick" role="alert">
          {errorText}
        </Alert>
      )}
      <div className={classes.row}>
        <Button type="submit" disabled={!isChanged} loading={isSending}>
          {t('common:action.save')}
        </Button>
        <span className={classes.quiet} role="status">
          {isSaved && !isChanged && t('user.roles_saved')}
        </span>
      </div>
    </form>
  );
}
