import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { SectionTitle } from '../../../ui/SectionTitle';
import { StillMap } from '../../../shared/geo/still/StillMap';
import { useEveryoneCells } from '../../../shared/geo/still/use-everyone-cells';
import { shapesOfRecords } from '../../../shared/records/record-shapes';
import { useRecordsOfSpecies } from '../data';

/** Where a taxon was recorded: by everyone in cells, below the person's own records. Nothing without any. */
export function SpeciesMap({ taxonId }: { taxonId: number }) {
  const { t } = useTranslation('species');
  const own = useRecordsOfSpecies(taxonId);
  const cells = useEveryoneCells({ taxon_id: String(taxonId) });
  const shapes = useMemo(() => [...(cells ?? []), ...shapesOfRecords(own ?? [])], [cells, own]);
  if (shapes.length === 0) return null;
  const isEveryones = (cells?.length ?? 0) > 0;
  const address = `/map?${isEveryones ? 'whose=everyone&' : ''}taxon=${taxonId}`;
  return (
    <section>
      <SectionTitle>{t('page.map')}</SectionTitle>
      <StillMap label={t(isEveryones ? 'page.map_everyone' : 'page.map_own')} shapes={shapes} to={address} />
    </section>
  );
}
