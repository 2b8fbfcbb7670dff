import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../ui/PageHeader';
import { useMaybeUser } from '../../shared/session/session';
import { History } from './History';
import { ImportPanel } from './ImportPanel';
import { NewImport } from './NewImport';
import classes from './TaxonomyScreen.module.css';

export default function TaxonomyScreen() {
  return useMaybeUser() ? <Taxonomy /> : null;
}

/** Imports species lists: choose a file, check it without changing anything, import it. */
function Taxonomy() {
  const { t } = useTranslation(['taxonomy', 'common']);
  const [openId, setOpenId] = useState<string | null>(null);
  return (
    <>
      <PageHeader title={t('common:screens.taxonomy_lists')} lead={t('lead')} back={{ to: '/admin', label: t('common:screens.admin') }} />
      <div className={classes.columns} data-open={openId !== null || undefined}>
        <div className={classes.side}>
          <NewImport onSent={setOpenId} />
          <History openId={openId} onOpen={setOpenId} />
        </div>
        {openId !== null && <ImportPanel key={openId} id={openId} onClose={() => setOpenId(null)} />}
      </div>
    </>
  );
}
