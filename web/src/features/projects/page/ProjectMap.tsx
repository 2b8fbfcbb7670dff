import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { SectionTitle } from '../../../ui/SectionTitle';
import { StillMap } from '../../../shared/geo/still/StillMap';
import { type Project, useProjectMap } from '../data';
import { PartFailed } from './PartFailed';
import { listProjectShapes } from './project-shapes';

/** The area of a project, and the squares in which something was recorded. */
export function ProjectMap({ project }: { project: Project }) {
  const { t } = useTranslation(['projects', 'common']);
  const { data: cells, isError, refetch } = useProjectMap(project.id);
  const shapes = useMemo(() => listProjectShapes(project.area, cells ?? []), [project.area, cells]);
  const records = cells?.reduce((sum, cell) => sum + cell.records, 0) ?? 0;
  if (shapes.length === 0 && !isError) return null;
  return (
    <section aria-labelledby="map">
      <SectionTitle id="map">{t('common:screens.map')}</SectionTitle>
      {shapes.length > 0 && (
        <StillMap label={t('map_of', { name: project.name, records: t('common:count.records', { count: records }) })} shapes={shapes} />
      )}
      {isError && !cells && <PartFailed onRetry={() => void refetch()} />}
    </section>
  );
}
