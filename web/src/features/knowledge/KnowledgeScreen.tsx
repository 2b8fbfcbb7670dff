import { useMediaQuery } from '@mantine/hooks';
import type { TaxonGroup } from '@veld/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { number } from '../../i18n/format';
import { Binoculars } from '../../ui/drawings/Binoculars';
import { EmptyState } from '../../ui/EmptyState';
import { GroupPanel } from '../../ui/GroupIcon';
import { PageHeader } from '../../ui/PageHeader';
import { ScientificName } from '../../ui/ScientificName';
import { TaxonRowSkeletons } from '../../ui/Skeletons';
import { TaxonRow } from '../../ui/cards/TaxonRow';
import { SearchField } from '../../ui/SearchField';
import { useAddressFilter } from '../../ui/use-address-filter';
import { VirtualRows } from '../../ui/VirtualRows';
import { useLanguage } from '../accounts/data';
import { useSeenTaxonIds } from '../observations/data';
import { speciesAddress, type TaxonHit } from '../taxa/data';
import { firstGuess } from '../taxa/guess';
import { groupFrom } from '../taxa/parts/GroupSelect';
import { GuessesHeading } from '../taxa/parts/GuessesHeading';
import { ImageLink } from '../taxa/parts/ImageLink';
import { NamesState } from '../taxa/parts/NamesState';
import { matchedAs } from '../taxa/parts/matched-as';
import { taxonRowProps } from '../taxa/parts/taxon-row-props';
import { Compare } from './compare/Compare';
import { comparedIn } from './compare/compared';
import { type GuideLine, useGroups, useGuide, useGuideSearch } from './data';
import classes from './KnowledgeScreen.module.css';

export default function KnowledgeScreen() {
  const { t } = useTranslation(['knowledge', 'common']);
  const [read, write] = useAddressFilter();
  const group = groupFrom(read('group'));
  const text = read('q') ?? '';
  const isSearch = text.trim() !== '';
  const compared = read('compare');
  const ids = useMemo(() => comparedIn(compared), [compared]);
  if (ids) return <Compare ids={ids} onChange={(next) => write({ compare: next.join(',') || 'none' })} />;
  return (
    <>
      <PageHeader
        title={group ? t(`common:group.${group}`) : t('common:screens.knowledge')}
        lead={group ? undefined : t('lead')}
        back={group ? { to: '/knowledge', label: t('all_groups') } : undefined}
      />
      <div className={classes.search}>
        <SearchField
          label={t(group ? 'search_group' : 'search')}
          clearLabel={t('common:action.clear')}
          value={text}
          onChange={(q) => write({ q })}
        />
      </div>
      {isSearch ? <Found text={text} group={group} /> : group ? <Guide key={group} group={group} /> : <Groups />}
    </>
  );
}

function Groups() {
  const { t } = useTranslation('common');
  const language = useLanguage();
  const groups = useGroups();
  if (!groups) return null;
  if (groups.length === 0) return <NamesState />;
  return (
    <ul className={classes.tiles}>
      {groups.map(({ group, species }) => (
        <li key={group}>
          <Link className={classes.tile} to={`/knowledge?group=${group}`}>
            <span className={classes.picture}>
              <GroupPanel group={group} size={72} fill />
            </span>
            <span className={classes.tileWords}>
              <span className={classes.tileName}>{t(`group.${group}`)}</span>
              <span className={classes.tileCount} title={number(species, language)}>
                {t('count.species', { count: species })}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function useColumns(): number {
  return useMediaQuery('(min-width: 60em)', false, { getInitialValueInEffect: false }) ? 2 : 1;
}

function Guide({ group }: { group: TaxonGroup }) {
  const { t } = useTranslation(['knowledge', 'common']);
  const lines = useGuide(group);
  const seen = useSeenTaxonIds();
  const columns = useColumns();
  if (!lines || !seen) return <TaxonRowSkeletons label={t('common:taxonomy.loading')} />;
  if (lines.length === 0) return <NamesState />;
  return (
    <VirtualRows
      items={lines}
      keyOf={(line) => line.key}
      isHeading={isFamily}
      columns={columns}
      rowHeight={80}
      label={t(`common:group.${group}`)}
      render={(line) =>
        line.kind === 'family' ? (
          <h2 className={classes.family}>
            {line.family ? <ScientificName name={line.family} rank="family" /> : t('no_family')}
            <span className={classes.familyCount}>{t('common:count.species', { count: line.species })}</span>
          </h2>
        ) : (
          <div className={classes.row}>
            <TaxonRow {...taxonRowProps(line.taxon, t, seen.has(line.taxon.id))} to={speciesAddress(line.taxon.id)} />
          </div>
        )
      }
    />
  );
}

const isFamily = (line: GuideLine) => line.kind === 'family';

function Found({ text, group }: { text: string; group: TaxonGroup | null }) {
  const { t } = useTranslation(['knowledge', 'common']);
  const language = useLanguage();
  const found = useGuideSearch(text, group);
  const seen = useSeenTaxonIds();
  const columns = useColumns();
  const lines = useMemo(() => withHeading(found ?? []), [found]);
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
          <div className={classes.found}>
            <TaxonRow
              {...taxonRowProps(line, t, seen.has(line.id))}
              to={speciesAddress(line.id)}
              matchedAs={matchedAs(line, t, language)}
            />
            <ImageLink taxon={line} isShort />
          </div>
        )
      }
    />
  );
}

/** The heading before the guesses. */
const GUESSES = 'guesses';

type FoundLine = TaxonHit | typeof GUESSES;

const isGuesses = (line: FoundLine) => line === GUESSES;

function withHeading(found: readonly TaxonHit[]): FoundLine[] {
  const first = firstGuess(found);
  return first === -1 ? [...found] : [...found.slice(0, first), GUESSES, ...found.slice(first)];
}
