import type { TaxonomyImport, TaxonomyImportFault } from '@veld/contract';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { number } from '../../i18n/format';
import { currentLocale } from '../../i18n/locale';
import { SectionTitle } from '../../ui/SectionTitle';
import { faultTextKey } from './data';
import shared from './taxonomy.module.css';
import classes from './Faults.module.css';

interface Props {
  one: TaxonomyImport;
  faults: readonly TaxonomyImportFault[];
  isBusy: boolean;
  onSave: () => void;
}

/** Faults with file, line and column; identical ones are one. The server lists the first ones, counts the rest, and has all as CSV. */
export function Faults({ one, faults, isBusy, onSave }: Props) {
  const { t } = useTranslation('taxonomy');
  const locale = currentLocale();
  const all = one.error_count + one.warning_count;
  const shown = faults.reduce((sum, { count }) => sum + count, 0);
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
              {fault.count > 1 && <span className={classes.count}>{` × ${number(fault.count, locale)}`}</span>}
              <span className={classes.place}>{placeOf(fault)}</span>
            </span>
          </li>
        ))}
      </ul>
      {all > shown && <p className={shared.quiet}>{t('shown', { shown: number(shown, locale), all: number(all, locale) })}</p>}
      <Button className={classes.save} variant="default" disabled={isBusy} onClick={onSave}>
        {t('save_faults')}
      </Button>
    </section>
  );
}

function columnOf(place: number | null, name: string | null): string {
  if (place === null) return name ?? '';
  return name === null ? String(place) : `${place} (${name})`;
}
