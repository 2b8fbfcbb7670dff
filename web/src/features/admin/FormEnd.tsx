import { Alert, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { useSending } from '../../shared/session/form';
import classes from './admin.module.css';

interface Props {
  saving: ReturnType<typeof useSending>;
  removing: ReturnType<typeof useSending>;
  /** The label of the button that takes back what is stored; null for something new. */
  withdraw: string | null;
  onDone: () => void;
}

/** The end of a form of admins: what went wrong, and the buttons. */
export function FormEnd({ saving, removing, withdraw, onDone }: Props) {
  const { t } = useTranslation('common');
  const errorText = saving.errors.form ?? removing.errors.form;
  return (
    <>
      {errorText && (
        <Alert color="brick" role="alert">
          {errorText}
        </Alert>
      )}
      <div className={classes.row}>
        <Button type="submit" loading={saving.isSending}>
          {t('action.save')}
        </Button>
        <Button variant="default" onClick={onDone}>
          {t('action.cancel')}
        </Button>
        {withdraw && (
          <Button variant="default" color="brick" loading={removing.isSending} onClick={removing.submit}>
            {withdraw}
          </Button>
        )}
      </div>
    </>
  );
}
