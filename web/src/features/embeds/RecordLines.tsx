import type { EmbedRecord, Language } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { countryName, recordedDate } from '../../i18n/format';
import { GroupPanel } from '../../ui/GroupIcon';
import { ScientificName } from '../../ui/ScientificName';
import classes from './lists.module.css';

interface Props {
  records: readonly EmbedRecord[];
  language: Language;
  /** Whether they are of different species. */
  hasNames: boolean;
}

/** Records with their first photo, or else the icon of their group, date and country. */
export function RecordLines({ records, language, hasNames }: Props) {
  const { t } = useTranslation('embeds', { lng: language });
  return (
    <ul className={classes.list} aria-label={t('latest')}>
      {records.map((record) => (
        <li key={record.id} className={classes.line}>
          {record.photo ? (
            <img className={classes.photo} src={record.photo} alt="" width={48} height={48} loading="lazy" />
          ) : (
            <GroupPanel group={record.taxon?.group ?? 'other'} name={record.taxon?.scientific_name} size={48} />
          )}
          <span className={classes.words}>
            {hasNames && <span className={classes.name}>{nameOf(record, t('unknown_species'))}</span>}
            <span className={classes.below}>{whenAndWhere(record, language)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

function nameOf({ taxon, verbatim_name }: EmbedRecord, unknown: string) {
  if (!taxon) return verbatim_name ?? unknown;
  return taxon.name === taxon.scientific_name ? <ScientificName name={taxon.name} rank={taxon.rank} /> : taxon.name;
}

function whenAndWhere({ observed_on, country_code }: EmbedRecord, language: Language): string {
  return [observed_on && recordedDate(observed_on, language), country_code && countryName(country_code, language)]
    .filter(Boolean)
    .join(' · ');
}
