import { useTranslation } from 'react-i18next';
import { number } from '../../i18n/format';
import { ScientificName } from '../../ui/ScientificName';
import type { SpeciesProps } from './counts';
import { Figures } from './Figures';
import classes from './lists.module.css';
import text from './embed.module.css';

/** The species of a person's public records, the most recorded first. */
export function EmbeddedSpecies({ counts, language }: SpeciesProps) {
  const { t } = useTranslation('embeds', { lng: language });
  return (
    <>
      <Figures counts={counts} language={language} />
      {counts.list.length === 0 && <p className={text.text}>{t('map_empty')}</p>}
      <ul className={classes.list} aria-label={t('species_list')}>
        {counts.list.map(({ taxon_id, name, scientific_name, rank, records }) => (
          <li key={taxon_id} className={classes.line}>
            <span className={classes.words}>
              <span className={classes.name}>{name === scientific_name ? <ScientificName name={name} rank={rank} /> : name}</span>
              {name !== scientific_name && <ScientificName className={classes.below} name={scientific_name} rank={rank} />}
            </span>
            <span className={classes.count} title={t('map_records', { count: records })}>
              {number(records, language)}
            </span>
          </li>
        ))}
      </ul>
      {counts.species > counts.list.length && counts.list.length > 0 && (
        <p className={text.text}>{t('more_species', { count: counts.species - counts.list.length })}</p>
      )}
    </>
  );
}
