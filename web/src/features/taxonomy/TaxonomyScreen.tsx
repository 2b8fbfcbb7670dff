import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ago } from '../../i18n/format';
import { currentLocale } from '../../i18n/locale';
import { useFailureText } from '../../shared/session/LoadFailure';
import { useMaybeUser } from '../../shared/session/session';
import { EmptyState } from '../../ui/EmptyState';
import { PageHeader } from '../../ui/PageHeader';
import { SectionTitle } from '../../ui/SectionTitle';
import { TaxonRowSkeletons } from '../../ui/Skeletons';
import { useImports } from './data';
import { ImportPanel } from './ImportPanel';
import { NewImport } from './NewImport';
import classes from './TaxonomyScreen.module.css';
import shared from './taxonomy.module.css';

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

interface Props {
  openId: string | null;
  onOpen: (id: string) => void;
}

/** Earlier imports. */
function History({ openId, onOpen }: Props) {
  const { t } = useTranslation(['taxonomy', 'common']);
  const textOf = useFailureText();
  const { imports, failure, retry } = useImports();
  return (
    <section aria-labelledby="imports-so-far">
      <SectionTitle id="imports-so-far">{t('history')}</SectionTitle>
      {imports === undefined && failure && (
        <div className={shared.row}>
          <p className={shared.quiet} role="alert">
            {t('failed_load')} {textOf(failure)}
          </p>
          <Button variant="default" onClick={() => void retry()}>
            {t('common:action.retry')}
          </Button>
        </div>
      )}
      {imports === undefined && !failure && <TaxonRowSkeletons label={t('history_loading')} count={3} />}
      {imports?.length === 0 && <EmptyState sentence={t('none')} />}
      {imports && imports.length > 0 && (
        <ul className={classes.history}>
          {imports.map((one) => (
            <li key={one.id}>
              <button type="button" className={shared.past} aria-current={one.id === openId || undefined} onClick={() => onOpen(one.id)}>
                <span className={shared.fileName}>{one.source}</span>
                <span className={shared.mark} data-state={one.state}>
                  {t(`state.${one.state}`)}
                </span>
                <span className={shared.quiet}>
                  {[
                    one.file_name,
                    one.is_by_command ? t('by_command') : one.user_name,
                    ago(one.finished_at ?? one.created_at, currentLocale()),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
