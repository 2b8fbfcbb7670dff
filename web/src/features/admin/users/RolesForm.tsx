import { Alert, Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SectionTitle } from '../../../ui/SectionTitle';
import { auth } from '../../../shared/session/session';
import { useSending } from '../../../shared/session/form';
import classes from '../admin.module.css';
import { type AdminUserDetails, changeUser, type Role, useAdminChange } from '../data';

interface Props {
  person: AdminUserDetails;
  isOwn: boolean;
}

/** Grants and withdraws roles and the pro status; saved with one button. */
export function RolesForm({ person, isOwn }: Props) {
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
