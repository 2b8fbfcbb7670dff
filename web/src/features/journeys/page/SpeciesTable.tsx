import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { clockTime, number } from '../../../i18n/format';
import { GroupIcon } from '../../../ui/GroupIcon';
import { useLanguage } from '../../../shared/session/session';
import { formatRecordName } from '../../../shared/records/record-labels';
import { useRecordTranslation } from '../../../shared/records/use-record-translation';
import { useNamed } from '../../../shared/taxa/names';
import type { SpeciesRow } from './species-rows';
import classes from './SpeciesTable.module.css';

/** The species of a journey with their individuals and the time when each was first seen. */
export function SpeciesTable({ rows, label }: { rows: readonly SpeciesRow[]; label: string }) {
  const { t } = useTranslation('journeys');
  const recordTexts = useRecordTranslation();
  const language = useLanguage();
  const named = useNamed(rows.map(({ record }) => record));
  const countOf = ({ count, isAtLeast, isAbsent }: SpeciesRow) => {
    if (isAbsent) return t('species.not_found');
    if (count === null) return t('species.present');
    return isAtLeast ? t('species.at_least', { number: number(count, language) }) : number(count, language);
  };
  return (
    <div className={classes.frame}>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t('species.name')}</th>
            <th scope="col">{t('species.count')}</th>
            <th scope="col">{t('species.first')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => {
            const record = named[index]!;
            return (
              <tr key={row.key} data-absent={row.isAbsent || undefined}>
                <th scope="row">
                  <Link to={record.taxon_id == null ? `/observations/${record.id}` : `/species/${record.taxon_id}`}>
                    <GroupIcon group={record.taxon?.group ?? 'other'} size={22} />
                    <span>{formatRecordName(record, recordTexts)}</span>
                  </Link>
                </th>
                <td data-of={t('species.count')}>{countOf(row)}</td>
                <td data-of={t('species.first')}>{row.first && clockTime(row.first, language)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
