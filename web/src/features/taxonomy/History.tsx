import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ago } from '../../i18n/format';
import { currentLocale } from '../../i18n/locale';
import { EmptyState } from '../../ui/EmptyState';
import { SectionTitle } from '../../ui/SectionTitle';
import { TaxonRowSkeletons } from '../../ui/Skeletons';
import { useFailureText } from '../../shared/session/failure-text';
import { useImports } from './data';
import shared from './taxonomy.module.css';
import classes from './History.module.css';

interface Props {
  openId: string | null;
  onOpen: (id: string) => void;
}

/** Earlier imports. */
export function History({ openId, onOpen }: Props) {
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
