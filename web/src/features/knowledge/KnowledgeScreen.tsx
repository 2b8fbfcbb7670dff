import { Anchor, Button } from '@mantine/core';
import type { TaxonGroup } from '@veld/contract';
import { type ComponentType, lazy, Suspense, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { number } from '../../i18n/format';
import { useFetchState, useSeenTaxonIds } from '../../shared/records/own';
import { useIsOnline, useLanguage } from '../../shared/session/session';
import {
  speciesAddress,
  type Taxon,
  type TaxonHit,
  taxonIdFrom,
  taxonPhoto,
  useParents,
  useTaxon,
  useTaxonSearch,
} from '../../shared/taxa/data';
import { useFromList } from '../../shared/taxa/from-list';
import { groupFrom } from '../../shared/taxa/GroupSelect';
import { firstGuess, GuessesHeading } from '../../shared/taxa/GuessesHeading';
import { ImageLink } from '../../shared/taxa/ImageLink';
import { matchedAs, rankLabel, taxonRowProps } from '../../shared/taxa/names';
import { NamesState } from '../../shared/taxa/NamesState';
import { TaxonRow } from '../../ui/cards/TaxonRow';
import { Binoculars } from '../../ui/drawings/EmptyDrawings';
import { EmptyState } from '../../ui/EmptyState';
import { GroupPanel } from '../../ui/GroupIcon';
import { PageHeader } from '../../ui/PageHeader';
import { Photo } from '../../ui/Photo';
import { ScientificName } from '../../ui/ScientificName';
import { SearchField } from '../../ui/SearchField';
import { TaxonRowSkeletons } from '../../ui/Skeletons';
import { useAddressFilter } from '../../ui/use-address-filter';
import { useKeptPlace } from '../../ui/virtual/use-kept-place';
import { VirtualRows } from '../../ui/virtual/VirtualRows';
import { ArticlesSection } from '../articles/ArticlesSection';
import { type OwnSpecies, pictureIn, useOwnPicture, useOwnSpecies } from '../species/data';
import { FilterBar, FilterNotes, ViewSwitch } from './browse/FilterBar';
import { type GuideSpecies, useGuideAddress, useGuideFilters, useGuideSpecies } from './browse/filters';
import { groupSizes, Guide, useColumns } from './browse/Guide';
import { stepsAbove, Tree } from './browse/Tree';
import { Compare, comparedIn } from './compare/Compare';
import classes from './KnowledgeScreen.module.css';

/** The heading before the guesses. */
const GUESSES = 'guesses';

const idOf = (line: FoundLine) => (line === GUESSES ? null : line.id);

const isGuesses = (line: FoundLine) => line === GUESSES;

const SIZES = '(min-width: 64em) 280px, 50vw';

/** Parts of the guide with an address of their own. */
const VIEWS: Partial<Record<string, ComponentType>> = {
  quiz: lazy(() => import('./quiz/Quiz')),
  offline: lazy(() => import('./offline/Offline')),
};

export default function KnowledgeScreen() {
  const { t } = useTranslation(['knowledge', 'common']);
  const [read, write] = useAddressFilter();
  const addressOf = useGuideAddress();
  const group = groupFrom(read('group'));
  const isTree = !group && read('view') === 'tree';
  const at = isTree ? taxonIdFrom(read('taxon')) : null;
  const taxon = useTaxon(at);
  const text = read('q') ?? '';
  const isSearch = text.trim() !== '';
  useResume();
  const compared = read('compare');
  const ids = useMemo(() => comparedIn(compared), [compared]);
  if (ids) return <Compare ids={ids} onChange={(next) => write({ compare: next.join(',') || 'none' })} />;
  const View = VIEWS[read('view') ?? ''];
  if (View) {
    return (
      <Suspense fallback={<TaxonRowSkeletons label={t('common:taxonomy.loading')} />}>
        <View />
      </Suspense>
    );
  }
  return (
    <>
      {taxon ? (
        <TreeHeader key={taxon.id} taxon={taxon} />
      ) : (
        <PageHeader
          title={group ? t(`common:group.${group}`) : t('common:screens.knowledge')}
          lead={group ? undefined : t('lead')}
          back={group ? { to: addressOf({}), label: t('all_groups') } : undefined}
          actions={
            <>
              <Button variant="default" component={Link} to={addressOf({ view: 'quiz', ...(group && { group }) })}>
                {t('quiz.title')}
              </Button>
              <Button variant="default" component={Link} to={addressOf({ view: 'offline' })}>
                {t('offline.keep')}
              </Button>
            </>
          }
        />
      )}
      <div className={classes.search}>
        <SearchField
          label={t(group ? 'search_group' : 'search')}
          clearLabel={t('common:action.clear')}
          value={text}
          onChange={(q) => write({ q })}
        />
      </div>
      {isSearch ? <Found text={text} group={group} /> : <Browse group={group} isTree={isTree} at={at} />}
      {!isSearch && !group && !isTree && <ArticlesSection />}
    </>
  );
}

interface Props {
  group: TaxonGroup | null;
  isTree: boolean;
  /** Where in the tree; null for its top. */
  at: number | null;
}

/** The guide without a search: groups, the species of one, or the tree, filtered. */
function Browse({ group, isTree, at }: Props) {
  const controls = useGuideFilters();
  const found = useGuideSpecies(controls.filters, group);
  return (
    <>
      <div className={classes.bar}>
        {!group && <ViewSwitch isTree={isTree} />}
        <FilterBar controls={controls} />
      </div>
      <FilterNotes found={found} month={controls.filters.month} />
      <div className={classes.found}>
        <Shown found={found} group={group} isTree={isTree} at={at} onClear={() => controls.write({ month: null, seen: null })} />
      </div>
    </>
  );
}

function Shown({ found, group, isTree, at, onClear }: Props & { found: GuideSpecies; onClear: () => void }) {
  const { t } = useTranslation(['knowledge', 'common']);
  const { species, seen, isListEmpty, isMissing } = found;
  if (!species || !seen) return <TaxonRowSkeletons label={t('common:taxonomy.loading')} />;
  if (isListEmpty && !group) return isMissing ? null : <NamesState />;
  if (species.length === 0) {
    return (
      <EmptyState
        drawing={<Binoculars />}
        sentence={t(isListEmpty ? 'filter.none_here' : 'filter.none')}
        action={
          !isListEmpty && (
            <Button variant="default" onClick={onClear}>
              {t('filter.clear')}
            </Button>
          )
        }
      />
    );
  }
  if (group) return <Guide key={group} group={group} species={species} seen={seen} />;
  return isTree ? <Tree key={at} at={at} species={species} seen={seen} /> : <Groups species={species} seen={seen} />;
}

/** A tile for each group, with the picture of its commonest species that has one, else the user's own of another. */
function Groups({ species, seen }: { species: readonly Taxon[]; seen: ReadonlySet<number> }) {
  const { t } = useTranslation(['knowledge', 'common']);
  const language = useLanguage();
  const addressOf = useGuideAddress();
  const own = useOwnSpecies({ country: null, period: 'all' });
  const groups = useMemo(() => groupSizes(species, seen, own), [species, seen, own]);
  const hasAll = useFetchState() === 'fetched';
  return (
    <ul className={classes.tiles}>
      {groups.map(({ group, species: count, seen: seenCount, picture, pictured }) => (
        <li key={group}>
          <Link className={classes.tile} to={addressOf({ group })}>
            <TilePicture group={group} picture={picture} own={pictured && { taxon: pictured, of: own?.get(pictured.id) }} />
            <span className={classes.words}>
              <span className={classes.name}>{t(`common:group.${group}`)}</span>
              <span className={classes.count} title={number(count, language)}>
                {t('common:count.species', { count })}
              </span>
              {/* None of those that have not arrived yet. */}
              {(seenCount > 0 || hasAll) && <span className={classes.count}>{t('seen_count', { count: seenCount })}</span>}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

interface TileProps {
  group: TaxonGroup;
  picture: string | null;
  own: { taxon: Taxon; of: OwnSpecies | undefined } | null;
}

function TilePicture({ group, picture, own }: TileProps) {
  const panel = <GroupPanel group={group} size={72} fill />;
  const shown = { sizes: SIZES, fallback: panel };
  return (
    <span className={classes.picture}>
      {picture ? <Photo photo={taxonPhoto(picture)} alt="" {...shown} /> : (own && pictureIn(own.of, own.taxon, shown)) || panel}
    </span>
  );
}

/** The name of a taxon of the tree, with the way to it. */
function TreeHeader({ taxon }: { taxon: Taxon }) {
  const { t } = useTranslation(['knowledge', 'common']);
  const addressOf = useGuideAddress();
  const steps = stepsAbove(useParents(taxon.id) ?? []);
  const rank = rankLabel(taxon.rank, t);
  return (
    <>
      <nav aria-label={t('tree.path')}>
        <ol className={classes.path}>
          <li>
            <Link to={addressOf({ view: 'tree' })}>{t('tree.top')}</Link>
          </li>
          {steps.map((step) => (
            <li key={step.id}>
              <Link to={addressOf({ view: 'tree', taxon: step.id })}>{step.name}</Link>
            </li>
          ))}
          <li aria-current="page">{taxon.name}</li>
        </ol>
      </nav>
      <PageHeader
        title={taxon.name}
        lead={
          <>
            {rank} {taxon.name !== taxon.scientific_name && <ScientificName name={taxon.scientific_name} rank={taxon.rank} />}
          </>
        }
        actions={
          <Anchor component={Link} to={speciesAddress(taxon.id)}>
            {t('tree.page')}
          </Anchor>
        }
        takesFocus
      />
    </>
  );
}

/** Goes on with what is being kept offline, when the guide opens and when the connection is back. */
function useResume(): void {
  const isOnline = useIsOnline();
  useEffect(() => {
    if (!isOnline) return;
    import('./offline/data')
      .then(({ guideKeeper }) => {
        const keeper = guideKeeper();
        keeper?.tryNow();
        return keeper?.resume();
      })
      .catch((error: unknown) => console.error('Keep for offline', error));
  }, [isOnline]);
}

/** What a search of the guide found. It looks through all species of the device, whatever the filters. */
function Found({ text, group }: { text: string; group: TaxonGroup | null }) {
  const { t } = useTranslation(['knowledge', 'common']);
  const language = useLanguage();
  const found = useGuideSearch(text, group);
  const seen = useSeenTaxonIds();
  const columns = useColumns();
  const ownPicture = useOwnPicture();
  const lines = useMemo(() => withHeading(found ?? []), [found]);
  const fromList = useFromList(lines, idOf);
  useKeptPlace(found && seen && lines);
  if (!found || !seen) return <TaxonRowSkeletons label={t('common:taxonomy.loading')} />;
  if (found.length === 0) return <EmptyState drawing={<Binoculars />} sentence={t('nothing_found')} />;
  return (
    <VirtualRows
      items={lines}
      keyOf={(line) => (line === GUESSES ? line : line.id)}
      isHeading={isGuesses}
      columns={columns}
      rowHeight={80}
      label={t('search')}
      render={(line) =>
        line === GUESSES ? (
          <GuessesHeading />
        ) : (
          <div className={classes.foundFound}>
            <TaxonRow
              {...taxonRowProps(line, t, seen.has(line.id))}
              picture={ownPicture(line)}
              to={speciesAddress(line.id)}
              state={fromList}
              matchedAs={matchedAs(line, t, language)}
            />
            <ImageLink taxon={line} isShort />
          </div>
        )
      }
    />
  );
}

type FoundLine = TaxonHit | typeof GUESSES;

function withHeading(found: readonly TaxonHit[]): FoundLine[] {
  const first = firstGuess(found);
  return first === -1 ? [...found] : [...found.slice(0, first), GUESSES, ...found.slice(first)];
}

/** Search results, within a group if one is open. */
function useGuideSearch(text: string, group: TaxonGroup | null) {
  const found = useTaxonSearch(text, group ? 500 : 100);
  return useMemo(() => (group ? found?.filter((taxon) => taxon.group === group) : found), [found, group]);
}
