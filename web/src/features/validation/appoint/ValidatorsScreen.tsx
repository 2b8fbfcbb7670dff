import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../../ui/PageHeader';
import { useMaybeUser } from '../../../shared/session/session';
import { AutomaticForm } from './AutomaticForm';
import classes from './appoint.module.css';
import { ValidatorsPart } from './ValidatorsPart';

/** Who validates which records, for admins. */
export default function ValidatorsScreen() {
  const { t } = useTranslation(['validation', 'common']);
  if (!useMaybeUser()) return null;
  return (
    <>
      <PageHeader
        title={t('common:screens.validators')}
        lead={t('validators.lead')}
        back={{ to: '/admin', label: t('common:screens.admin') }}
      />
      <div className={classes.page}>
        <ValidatorsPart projectId={null} isAdmin />
        <AutomaticForm />
      </div>
    </>
  );
}
