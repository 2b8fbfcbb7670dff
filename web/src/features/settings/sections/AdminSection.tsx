import { Alert, Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSending } from '../../../shared/session/form';
import { giveUpAdmin, useAdmins } from '../admins';
import { Section } from '../Section';
import shared from '../settings.module.css';
import { NeedsNetwork } from './SessionSection';
import { SuccessorField } from './SuccessorField';

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
