import { type PublicPlaceFigures } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { monthName, number } from '../../../i18n/format';
import { length } from '../../../i18n/units';
import { LoadFailure } from '../../../shared/records/lists/ListParts';
import { usePreference } from '../../../shared/session/preferences';
import { useLanguage } from '../../../shared/session/session';
import { speciesAddress } from '../../../shared/taxa/data';
import { useNamedTaxon } from '../../../shared/taxa/names';
import { Link } from 'react-router';
import { ChartTable } from '../../../ui/charts/ChartTable';
import { SectionTitle } from '../../../ui/SectionTitle';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import { StatTile, StatTiles } from '../../../ui/StatTile';
import { usePublicPlaceFigures } from '../data';
import { chartSpecies, type ChartedSpecies, foldMonths } from './week-bars';
import classes from './WeeksView.module.css';

const MONTHS = Array.from({ length: 12 }, (_, at) => at + 1);

/** When each species is there, by week of the year, and how much the place is visited. */
export function WeeksView({ placeId }: { placeId: string }) {
  const { t } = useTranslation('places');
  const { data, error, refetch } = usePublicPlaceFigures(placeId);
  if (error && !data) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  if (!data) return <TaxonRowSkeletons label={t('loading')} />;
  const species = chartSpecies(data);
  return (
    <>
      <Effort effort={data.effort} />
      {species.length === 0 && <p className={classes.note}>{t('weeks.none')}</p>}
      <Bars counted="lists" species={species.filter((one) => one.counted === 'lists')} />
      <Bars counted="records" species={species.filter((one) => one.counted === 'records')} />
    </>
  );
}

function Effort({ effort: { journeys, duration_s, distance_m } }: Pick<PublicPlaceFigures, 'effort'>) {
  const { t } = useTranslation('places');
  const language = useLanguage();
  const { value: units } = usePreference('units');
  return (
    <section aria-labelledby="effort">
      <SectionTitle id="effort">{t('effort.title')}</SectionTitle>
      {journeys === 0 ? (
        <p className={classes.note}>{t('effort.none')}</p>
      ) : (
        <>
          <StatTiles>
            <StatTile value={number(journeys, language)} label={t('effort.journeys', { count: journeys })} />
            <StatTile value={number(Math.round(duration_s / 360) / 10, language)} label={t('effort.hours')} />
            <StatTile value={length(distance_m, units, language)} label={t('effort.distance')} />
          </StatTiles>
          <p className={classes.note}>{t('effort.hint')}</p>
        </>
      )}
    </section>
  );
}

/** The bars of species that are counted alike. */
function Bars({ counted, species }: { counted: ChartedSpecies['counted']; species: readonly ChartedSpecies[] }) {
  const { t } = useTranslation(['places', 'explore', 'common']);
  const language = useLanguage();
  if (species.length === 0) return null;
  const title = t(`weeks.title_${counted}`);
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 });
  return (
    <section aria-labelledby={`weeks-${counted}`}>
      <SectionTitle id={`weeks-${counted}`}>{title}</SectionTitle>
      <p className={classes.note}>{t(`weeks.hint_${counted}`)}</p>
      <div className={classes.chart}>
        <div className={classes.months} aria-hidden>
          {MONTHS.map((month) => (
            <span key={month}>{monthName(month, language, 'narrow')}</span>
          ))}
        </div>
        <ul className={classes.list}>
          {species.map((one) => (
            <li key={one.taxon.id} className={classes.row}>
              <SpeciesLink taxon={one.taxon} />
              <span className={classes.bars} aria-hidden>
                {one.bars.map((height, week) => (
                  <span key={week} style={{ height: `${100 * height}%` }} />
                ))}
              </span>
            </li>
          ))}
        </ul>
      </div>
      <ChartTable
        summary={t('weeks.table')}
        label={title}
        columns={[t('common:screens.species'), ...MONTHS.map((month) => monthName(month, language, 'short'))]}
        rows={species.map((one) => [one.taxon.name, ...foldMonths(one)])}
        textOf={(cell) =>
          typeof cell === 'number' ? (counted === 'lists' ? percent.format(cell) : number(cell, language)) : (cell ?? '–').toString()
        }
      />
    </section>
  );
}

function SpeciesLink({ taxon: given }: Pick<ChartedSpecies, 'taxon'>) {
  const taxon = useNamedTaxon(given);
  return (
    <Link className={classes.name} to={speciesAddress(taxon.id)}>
      {taxon.name}
    </Link>
  );
}
