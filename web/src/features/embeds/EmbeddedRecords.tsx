import type { EmbedSpecies, Language } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { ScientificName } from '../../ui/ScientificName';
import type { RecordsProps } from './counts';
import { RecordLines } from './RecordLines';
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
        <RecordLines records={records} language={language} hasNames={!taxon} />
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
