import { Radio } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../../i18n/format';
import { SearchField } from '../../../ui/SearchField';
import { useLanguage, useUser } from '../../../shared/session/session';
import { useUsersNamed } from '../admins';
import shared from '../settings.module.css';
import { NeedsNetwork } from './SessionSection';
import classes from './SuccessorField.module.css';

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
