import { useTranslation } from 'react-i18next';
import { number } from '../../i18n/format';
import { EmptyState } from '../../ui/EmptyState';
import { StatTile, StatTiles } from '../../ui/StatTile';
import { useLanguage } from '../../shared/session/session';
import { LoadFailure } from '../../shared/records/lists/ListParts';
import { StillMap } from '../../shared/geo/still/StillMap';
import { useEveryoneCells } from '../../shared/geo/still/use-everyone-cells';
import { CountryFilter, ShowWorld, useCountry, VisitorFrame } from './VisitorFrame';
import { useWorldFigures } from './data';
import classes from './visitors.module.css';

/** Where public records were made, as cells, for visitors. */
export default function MapScreen() {
  const { t } = useTranslation(['visitors', 'common', 'profile']);
  const language = useLanguage();
  const [country] = useCountry();
  const cells = useEveryoneCells({ asVisitor: true, ...(country && { country }) });
  const { data, error, refetch } = useWorldFigures(country);
  return (
    <VisitorFrame title={t('common:screens.map')} lead={t('map.lead')} more={t('map.more')}>
      <CountryFilter />
      {!data && error && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {data && (
        <StatTiles>
          <StatTile value={number(data.records.count, language)} label={t('records', { count: data.records.count })} />
          <StatTile value={number(data.species.count, language)} label={t('species', { count: data.species.count })} />
        </StatTiles>
      )}
      {cells?.length === 0 ? (
        <EmptyState sentence={t('map.empty')} action={<ShowWorld />} />
      ) : (
        cells && (
          <div className={classes.map}>
            <StillMap label={t('map.label')} shapes={cells} height="min(60dvh, 34rem)" />
          </div>
        )
      )}
    </VisitorFrame>
  );
}
