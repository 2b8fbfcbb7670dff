import { Select } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDate, monthName, number, recordedDate } from '../../i18n/format';
import type { Phenology } from '../../local/records/figures/phenology';
import { useLanguage } from '../../shared/session/session';
import { useTaxa } from '../../shared/taxa/data';
import { HeatGrid } from '../../ui/charts/HeatGrid';
import { TaxonRowSkeletons } from '../../ui/Skeletons';
import { useAddressFilter } from '../../ui/use-address-filter';
import { type Asked, type Figures, usePhenology } from './data';
import { ChartSection } from './ChartSection';
import classes from './PhenologyChart.module.css';

const MONTHS = Array.from({ length: 12 }, (_, month) => month);
const NONE: Pick<Phenology, 'years' | 'without'> = { years: [], without: 0 };
/** Names in the list at once. */
const OFFERED = 60;

/** The months of one species over the years. */
export function PhenologyChart({ bySpecies, asked }: Pick<Figures, 'bySpecies'> & { asked: Asked }) {
  const { t } = useTranslation(['statistics', 'common']);
  const language = useLanguage();
  const [read, write] = useAddressFilter();
  const choices = useSpeciesChoices(bySpecies);
  const chosen = choices.find(({ value }) => value === read('species')) ?? choices[0];
  const phenology = usePhenology(asked, chosen ? Number(chosen.value) : null);
  if (!chosen) return null;
  const { years, without } = phenology ?? NONE;
  const nameOf = (month: number) => monthName(month + 1, language);
  return (
    <ChartSection
      title={t('phenology.title')}
      file="phenology"
      columns={[t('column.year'), ...MONTHS.map(nameOf), t('phenology.first'), t('phenology.last'), t('phenology.highest')]}
      rows={years.map(({ year, months, first, last, highest }) => [year, ...months, first, last, highest])}
      notes={[without > 0 && t('without.month', { count: without })]}
      isWide
      controls={
        <Select
          label={t('phenology.species')}
          searchable
          allowDeselect={false}
          limit={OFFERED}
          data={choices}
          value={chosen.value}
          nothingFoundMessage={t('phenology.not_found')}
          onChange={(value) => write({ species: value })}
        />
      }
    >
      {years.length > 0 && (
        <HeatGrid
          key={chosen.value}
          label={`${t('phenology.title')}: ${chosen.label}`}
          rows={years.map(({ year, months }) => ({ name: year, values: months }))}
          columns={MONTHS.map((month) => monthName(month + 1, language, 'narrow'))}
          read={(row, month) => {
            const { year, months } = years[row]!;
            const name = recordedDate(`${year}-${String(month + 1).padStart(2, '0')}`, language);
            return `${name}: ${t('common:count.records', { count: months[month]! })}`;
          }}
        />
      )}
      {phenology ? <PhenologyFacts phenology={phenology} /> : <TaxonRowSkeletons count={2} label={t('loading')} />}
    </ChartSection>
  );
}

function PhenologyFacts({ phenology: { earliest, latest, highest } }: { phenology: Phenology }) {
  const { t } = useTranslation('statistics');
  const language = useLanguage();
  const dayText = (day: string) => {
    const inYear = formatDate(new Date(`${day}T12:00:00Z`), language, { timeZone: 'UTC', day: 'numeric', month: 'long' });
    return `${inYear} (${day.slice(0, 4)})`;
  };
  return (
    <dl className={classes.facts}>
      {earliest && (
        <div>
          <dt>{t('phenology.earliest')}</dt>
          <dd>{dayText(earliest)}</dd>
        </div>
      )}
      {latest && (
        <div>
          <dt>{t('phenology.latest')}</dt>
          <dd>{dayText(latest)}</dd>
        </div>
      )}
      {highest && (
        <div>
          <dt>{t('phenology.highest')}</dt>
          <dd>
            <Link to={`/observations/${highest.id}`}>{number(highest.count, language)}</Link>
          </dd>
        </div>
      )}
    </dl>
  );
}

/** The species of records to choose from, most records first, by their names on this device. */
function useSpeciesChoices(species: Figures['bySpecies']): { value: string; label: string }[] {
  const { t } = useTranslation('common');
  const ids = useMemo(() => species.map(({ id }) => id), [species]);
  const taxa = useTaxa(ids);
  return useMemo(() => {
    const names = new Map(taxa?.map(({ id, name }) => [id, name]));
    return species.map(({ id, taxon }) => ({ value: String(id), label: names.get(id) ?? taxon?.name ?? t('taxon.unknown') }));
  }, [species, taxa, t]);
}
