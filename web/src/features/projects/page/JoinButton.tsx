import { Button } from '@mantine/core';
import { IconCheck, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Membership, type Project, useSetMembership } from '../data';
import classes from './page.module.css';

interface Props {
  project: Project;
  membership: Membership;
  /** The secret of the link, for a project that is joined by one. */
  invite: string | null;
}

/** Joins a project, or leaves it after a question. Works without a connection. */
export function JoinButton({ project, membership: { isJoined, isWaiting }, invite }: Props) {
  const { t } = useTranslation(['projects', 'common']);
  const set = useSetMembership();
  const [isAsking, setAsking] = useState(false);
  if (!isJoined)
    return (
      <>
        <Button leftSection={<IconPlus size={20} aria-hidden />} onClick={() => void set(project.id, true, invite)}>
          {t('join')}
        </Button>
        {isWaiting && <p className={classes.quiet}>{t('left_waiting')}</p>}
      </>
    );
  if (isAsking)
    return (
      <>
        <Button
          color="brick"
          onClick={() => {
            setAsking(false);
            void set(project.id, false);
          }}
        >
          {t('leave_confirm')}
        </Button>
        <Button variant="default" onClick={() => setAsking(false)}>
          {t('common:action.cancel')}
        </Button>
        <p className={classes.quiet}>{t('leave_hint')}</p>
      </>
    );
  return (
    <>
      <Button variant="default" leftSection={<IconCheck size={20} aria-hidden />} aria-label={t('leave')} onClick={() => setAsking(true)}>
        {t('joined')}
      </Button>
      {isWaiting && <p className={classes.quiet}>{t('joined_waiting')}</p>}
    </>
  );
}
