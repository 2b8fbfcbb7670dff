import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { usePageTitle } from '../../ui/frame/page-title';
import { SectionTitle } from '../../ui/SectionTitle';
import { RecordCardSkeletons } from '../../ui/Skeletons';
import { TaxonRow } from '../../ui/cards/TaxonRow';
import { useLanguage } from '../../shared/session/session';
import { LoadFailure } from '../../shared/records/lists/ListParts';
import { StillMap } from '../../shared/geo/still/StillMap';
import { Figures } from '../projects/page/ProjectParts';
import { listProjectShapes } from '../projects/page/project-shapes';
import { UnknownProject } from '../projects/UnknownProject';
import { periodInWords } from '../projects/words';
import { speciesAddress } from '../../shared/taxa/data';
import { isMissing, useOpenProject } from './data';
import { VisitorFrame } from './VisitorFrame';
import classes from './visitors.module.css';

const Markdown = lazy(async () => ({ default: (await import('../../ui/markdown/Markdown')).Markdown }));

const NOT_JOINED = { isJoined: false, isWaiting: false };
/** Species that are shown. */
const FIRST = 30;

/** A project for visitors: what it is about, and its figures. */
export default function ProjectScreen() {
  const { t } = useTranslation(['visitors', 'common', 'projects']);
  const language = useLanguage();
  const { id = '' } = useParams();
  const { data, error, refetch } = useOpenProject(id);
  usePageTitle(data?.project.name);
  const shapes = useMemo(() => (data ? listProjectShapes(data.project.area, data.cells) : []), [data]);
  if (isMissing(error)) return <UnknownProject />;
  if (!data)
    return (
      <VisitorFrame title={t('common:screens.project')} more={t('projects.more')} isLoading={!error}>
        {error ? <LoadFailure error={error} onRetry={() => void refetch()} /> : <RecordCardSkeletons label={t('loading')} />}
      </VisitorFrame>
    );
  const { project, species } = data;
  const records = t('common:count.records', { count: project.counts.records });
  return (
    <VisitorFrame title={project.name} lead={periodInWords(project, language)} more={t('projects.more')}>
      <Figures project={project} membership={NOT_JOINED} />
      {project.description.trim() !== '' && (
        <div className={classes.text}>
          <Suspense fallback={<p dir="auto">{project.description}</p>}>
            <Markdown text={project.description} />
          </Suspense>
        </div>
      )}
      {shapes.length > 0 && (
        <section className={classes.part} aria-labelledby="map">
          <SectionTitle id="map">{t('common:screens.map')}</SectionTitle>
          <StillMap label={t('projects:map_of', { name: project.name, records })} shapes={shapes} />
        </section>
      )}
      {species.length > 0 && (
        <section className={classes.part} aria-labelledby="species">
          <SectionTitle id="species">{t('projects.species')}</SectionTitle>
          <ul className={classes.species}>
            {species.slice(0, FIRST).map(({ taxon, records: count }) => (
              <li key={taxon.id}>
                <TaxonRow
                  to={speciesAddress(taxon.id)}
                  name={taxon.name}
                  scientificName={taxon.scientific_name}
                  rank={taxon.rank}
                  group={taxon.group}
                  imageUrl={taxon.image_url}
                  note={t('common:count.records', { count })}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
    </VisitorFrame>
  );
}
