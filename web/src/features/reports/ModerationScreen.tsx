import { SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../ui/PageHeader';
import { useAddressFilter } from '../../ui/use-address-filter';
import { useMaybeUser } from '../../shared/session/session';
import { ActsTable } from './moderation/ActsTable';
import { CasesTable } from './moderation/CasesTable';
import classes from './ModerationScreen.module.css';

const VIEWS = ['open', 'decided', 'log'] as const;

export default function ModerationScreen() {
  return useMaybeUser() ? <Moderation /> : null;
}

/** What people have reported, what moderators decide, and the log of it. */
function Moderation() {
  const { t } = useTranslation(['reports', 'common']);
  const [read, write] = useAddressFilter();
  const view = VIEWS.find((one) => one === read('view')) ?? 'open';
  return (
    <>
      <PageHeader
        title={t('common:screens.reports')}
        lead={t('moderation.lead')}
        back={{ to: '/admin', label: t('common:screens.admin') }}
      />
      <SegmentedControl
        className={classes.views}
        aria-label={t('moderation.views')}
        value={view}
        onChange={(value) => write({ view: value === 'open' ? null : value, case: null })}
        data={VIEWS.map((one) => ({ value: one, label: t(`moderation.view.${one}`) }))}
      />
      {view === 'log' ? <ActsTable /> : <CasesTable key={view} isDecided={view === 'decided'} />}
    </>
  );
}
