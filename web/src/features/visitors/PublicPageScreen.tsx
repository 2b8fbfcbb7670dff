import { Button } from '@mantine/core';
import { obscuredCell, type PageContent, type PageKind } from '@veld/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import type { StillShape } from '../../shared/geo/still/shapes';
import { StillMap } from '../../shared/geo/still/StillMap';
import { LoadFailure } from '../../shared/session/LoadFailure';
import { EmptyState } from '../../ui/EmptyState';
import { LostTrail } from '../../ui/drawings/EmptyDrawings';
import { usePageTitle } from '../../ui/frame/page-title';
import { SectionTitle } from '../../ui/SectionTitle';
import { RecordCardSkeletons } from '../../ui/Skeletons';
import { isMissing, usePublicPage } from './data';
import classes from './public-page.module.css';
import { VisitorFrame } from './VisitorFrame';

/** Kinds by the first part of the address. */
const KINDS: Readonly<Record<string, PageKind>> = {
  observations: 'observations',
  species: 'species',
  projects: 'projects',
  profile: 'people',
  places: 'places',
};

/** What everybody may see of a record, a person or a place: the content that the server writes into the document of the same address. */
export default function PublicPageScreen() {
  const { t } = useTranslation(['visitors', 'common']);
  const [, first = '', id = ''] = useLocation().pathname.split('/');
  const { data: content, error, refetch } = usePublicPage(KINDS[first] ?? 'observations', id);
  usePageTitle(isMissing(error) ? t('common:screens.not_found') : content?.title);
  if (!content)
    return (
      <VisitorFrame
        title={t(`common:screens.${isMissing(error) ? 'not_found' : first === 'profile' ? 'person' : 'observation'}`)}
        more={t('page.more')}
        isLoading={!error}
      >
        {isMissing(error) ? (
          <EmptyState
            drawing={<LostTrail />}
            sentence={t('page.missing')}
            action={
              <Button component={Link} to="/feed" variant="default">
                {t('common:screens.feed')}
              </Button>
            }
          />
        ) : error ? (
          <LoadFailure error={error} onRetry={() => void refetch()} />
        ) : (
          <RecordCardSkeletons count={1} label={t('loading')} />
        )}
      </VisitorFrame>
    );
  return (
    <VisitorFrame title={<bdi>{content.title}</bdi>} more={t('page.more')}>
      {content.scientific_name && (
        <p className={classes.scientific}>
          <i lang="la">{content.scientific_name}</i>
        </p>
      )}
      <Pictures pictures={content.pictures} />
      <Facts content={content} />
      {content.text.split(/\n{2,}/).map(
        (part, at) =>
          part.trim() !== '' && (
            <p key={at} dir="auto" className={classes.text}>
              {part.trim()}
            </p>
          ),
      )}
      <PlaceMap content={content} />
      {content.lists.map((list) => (
        <section key={list.title} className={classes.part} aria-label={list.title}>
          <SectionTitle>{list.title}</SectionTitle>
          <Entries entries={list.entries} />
        </section>
      ))}
      {content.citation && (
        <section className={classes.part} aria-label={t('page.cite')}>
          <SectionTitle>{t('page.cite')}</SectionTitle>
          <p className={classes.text}>{content.citation}</p>
        </section>
      )}
    </VisitorFrame>
  );
}

function Pictures({ pictures }: Pick<PageContent, 'pictures'>) {
  if (pictures.length === 0) return null;
  return (
    <div className={classes.pictures} data-many={pictures.length > 1 || undefined}>
      {pictures.map(({ url, large_url, width, height, alt, credit }, at) => (
        <figure key={url} className={classes.picture}>
          <img
            src={url}
            srcSet={large_url ? `${url} 512w, ${large_url} 1600w` : undefined}
            sizes="(min-width: 45em) 44rem, 100vw"
            alt={alt}
            width={width ?? undefined}
            height={height ?? undefined}
            loading={at === 0 ? 'eager' : 'lazy'}
          />
          {credit && <figcaption>{credit}</figcaption>}
        </figure>
      ))}
    </div>
  );
}

function Facts({ content: { facts, license } }: { content: PageContent }) {
  const { t } = useTranslation('visitors');
  return (
    <dl className={classes.facts}>
      {facts.map(({ label, value, path }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd dir="auto">{path ? <Link to={path}>{value}</Link> : value}</dd>
        </div>
      ))}
      {license && (
        <div>
          <dt>{t('page.license')}</dt>
          <dd>
            <a href={license.url} rel="license noreferrer">
              {license.name}
            </a>
          </dd>
        </div>
      )}
    </dl>
  );
}

function Entries({ entries }: Pick<PageContent['lists'][number], 'entries'>) {
  return (
    <ul className={classes.entries}>
      {entries.map(({ text, is_scientific, detail, path }, at) => {
        const words = is_scientific ? <i lang="la">{text}</i> : text;
        return (
          <li key={at}>
            {path ? <Link to={path}>{words}</Link> : <span>{words}</span>}
            {detail && <small dir="auto">{detail}</small>}
          </li>
        );
      })}
    </ul>
  );
}

/** A small map of the public place; of a hidden one its cell. */
function PlaceMap({ content: { map, title } }: { content: PageContent }) {
  const { t } = useTranslation('visitors');
  const shapes = useMemo((): StillShape[] => {
    if (!map) return [];
    const { latitude, longitude, uncertainty_m } = map;
    if (!map.is_cell) return [{ kind: 'point', latitude, longitude, uncertainty_m }];
    const { west, south, east, north } = obscuredCell(latitude, longitude);
    return [{ kind: 'cell', west, south, east, north, records: 1, isObscured: true }];
  }, [map]);
  if (shapes.length === 0) return null;
  return (
    <section className={classes.part}>
      <StillMap label={t('page.map_of', { name: title })} shapes={shapes} />
    </section>
  );
}
