import type { TaxonomyImport, TaxonomyImportFault } from '@veld/contract';
import { IconAlertTriangle, IconCircleX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { number } from '../../i18n/format';
import { currentLocale } from '../../i18n/locale';
import { SectionTitle } from '../../ui/SectionTitle';
import { faultTextKey } from './data';
import shared from './taxonomy.module.css';
import classes from './Faults.module.css';

/** Faults with file, line and column. The server lists the first ones and counts the rest. */
export function Faults({ one, faults }: { one: TaxonomyImport; faults: readonly TaxonomyImportFault[] }) {
  const { t } = useTranslation('taxonomy');
  const locale = currentLocale();
  const all = one.error_count + one.warning_count;
  const placeOf = ({ file, line, column_number, column_name }: TaxonomyImportFault) =>
    [
      file,
      line === null ? null : t('line', { line: number(line, locale) }),
      column_number === null && column_name === null ? null : t('column', { column: columnOf(column_number, column_name) }),
    ]
      .filter((part) => part !== null)
      .join(', ');

  return (
    <section>
      <SectionTitle level={3}>{t('faults_title')}</SectionTitle>
      <ul className={classes.faults}>
        {faults.map((fault, at) => (
          // The order of the list never changes.
          <li key={at} className={classes.fault} data-warning={fault.is_warning || undefined}>
            <span className={classes.faultIcon}>
              {fault.is_warning ? (
                <IconAlertTriangle size={20} role="img" aria-label={t('warning')} />
              ) : (
                <IconCircleX size={20} role="img" aria-label={t('error')} />
              )}
            </span>
            <span className={classes.faultText}>
              {t(`fault.${faultTextKey(fault.code)}`)}
              {fault.value !== null && fault.value !== '' && (
                <>
                  {' '}
                  <code className={classes.value}>{fault.value}</code>
                </>
              )}
              <span className={classes.place}>{placeOf(fault)}</span>
            </span>
          </li>
        ))}
      </ul>
      {all > faults.length && (
        <p className={shared.quiet}>{t('shown', { shown: number(faults.length, locale), all: number(all, locale) })}</p>
      )}
    </section>
  );
}

function columnOf(place: number | null, name: string | null): string {
  if (place === null) return name ?? '';
  return name === null ? String(place) : `${place} (${name})`;
}
