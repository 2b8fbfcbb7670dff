import type { EmbedRecord, EmbedSpecies, Language } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { countryName, recordedDate } from '../../i18n/format';
import { ScientificName } from '../../ui/ScientificName';
import type { RecordsProps } from './counts';
import text from './embed.module.css';
import { Figures } from './Figures';
import classes from './lists.module.css';

/** The latest public records of a person, or those of one species. */
export function EmbeddedRecords({ counts, language, isOfTaxon }: RecordsProps) {
  const { t } = useTranslation('embeds', { lng: language });
  const { taxon, records } = counts;
  return (
    <>
      {taxon ? <TaxonHead taxon={taxon} person={counts.name} language={language} /> : <Figures counts={counts} language={language} />}
      {records.length === 0 ? (
        <p className={text.text}>{t(isOfTaxon ? 'taxon_empty' : 'map_empty')}</p>
      ) : (
        <ul className={classes.list} aria-label={t('latest')}>
          {records.map((record) => (
            <li key={record.id} className={classes.line}>
              {record.photo && <img className={classes.photo} src={record.photo} alt="" width={48} height={48} loading="lazy" />}
              <span className={classes.words}>
                {!taxon && <span className={classes.name}>{nameOf(record) ?? t('unknown_species')}</span>}
                <span className={classes.below}>{whenAndWhere(record, language)}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function TaxonHead({ taxon, person, language }: { taxon: EmbedSpecies; person: string; language: Language }) {
  const { t } = useTranslation('embeds', { lng: language });
  const { name, scientific_name, rank, records } = taxon;
  return (
    <>
      <h1 className={text.name}>{name === scientific_name ? <ScientificName name={name} rank={rank} /> : name}</h1>
      {name !== scientific_name && <ScientificName className={classes.below} name={scientific_name} rank={rank} />}
      <p className={text.text}>
        {person} · {t('map_records', { count: records })}
      </p>
    </>
  );
}

const nameOf = ({ taxon, verbatim_name }: EmbedRecord): string | null => taxon?.name ?? verbatim_name;

function whenAndWhere({ observed_on, country_code }: EmbedRecord, language: Language): string {
  return [observed_on && recordedDate(observed_on, language), country_code && countryName(country_code, language)]
    .filter(Boolean)
    .join(' · ');
}
