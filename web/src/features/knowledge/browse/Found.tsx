import type { TaxonGroup } from '@veld/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Binoculars } from '../../../ui/drawings/Binoculars';
import { EmptyState } from '../../../ui/EmptyState';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import { TaxonRow } from '../../../ui/cards/TaxonRow';
import { useKeptPlace } from '../../../ui/virtual/use-kept-place';
import { VirtualRows } from '../../../ui/virtual/VirtualRows';
import { useLanguage } from '../../../shared/session/session';
import { useSeenTaxonIds } from '../../../shared/records/own';
import { useOwnPicture } from '../../species/data';
import { speciesAddress, type TaxonHit } from '../../../shared/taxa/data';
import { useFromList } from '../../../shared/taxa/from-list';
import { firstGuess } from '../../../shared/taxa/guess';
import { GuessesHeading } from '../../../shared/taxa/parts/GuessesHeading';
import { ImageLink } from '../../../shared/taxa/parts/ImageLink';
import { matchedAs } from '../../../shared/taxa/parts/matched-as';
import { taxonRowProps } from '../../../shared/taxa/parts/taxon-row-props';
import { useGuideSearch } from '../data';
import { useColumns } from './Guide';
import classes from './Found.module.css';

/** What a search of the guide found. It looks through all species of the device, whatever the filters. */
export function Found({ text, group }: { text: string; group: TaxonGroup | null }) {
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
          <div className={classes.found}>
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

/** The heading before the guesses. */
const GUESSES = 'guesses';

type FoundLine = TaxonHit | typeof GUESSES;

const idOf = (line: FoundLine) => (line === GUESSES ? null : line.id);
const isGuesses = (line: FoundLine) => line === GUESSES;

function withHeading(found: readonly TaxonHit[]): FoundLine[] {
  const first = firstGuess(found);
  return first === -1 ? [...found] : [...found.slice(0, first), GUESSES, ...found.slice(first)];
}
