import { Alert, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ago } from '../../../i18n/format';
import { SectionTitle } from '../../../ui/SectionTitle';
import { useLanguage } from '../../../shared/session/session';
import { useSending } from '../../../shared/session/form';
import classes from '../admin.module.css';
import { type AdminUserDetails, logOutEverywhere, useAdminChange } from '../data';

interface Props {
  person: AdminUserDetails;
  isOwn: boolean;
}

/** The devices that are logged in, and a button that ends these sessions. */
export function SessionsPart({ person, isOwn }: Props) {
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
