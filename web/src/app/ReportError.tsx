import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { rememberError } from '../local/device/last-error';

/** The id of an error, with a link to feedback that is about it. */
export default function ReportError({ error }: { error: unknown }) {
  const { t } = useTranslation('common');
  const [{ id }] = useState(() => rememberError(error));
  return (
    <>
      {t('error.number', { id })} · <Link to={`/feedback?error=${id}`}>{t('error.report')}</Link>
    </>
  );
}
