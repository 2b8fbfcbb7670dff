import { ActionIcon, Button } from '@mantine/core';
import { IconBinoculars, IconMap2 } from '@tabler/icons-react';
import { frequencyCell, frequencyCellCentre, type FrequencyIndex, type MonthCount } from '@veld/contract';
import { metresBetween } from '@veld/geometry';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { distance } from '../../i18n/format';
import type { Place } from '../../shared/frequencies/data';
import { useFrequencyText } from '../../shared/frequencies/words';
import { placeQuery } from '../../shared/geo/map/place-query';
import { useLanguage, useUser } from '../../shared/session/session';
import { observeAddress, readRarity, speciesAddress, useWantedTaxonIds } from '../../shared/taxa/data';
import { type FromList, useFromList } from '../../shared/taxa/from-list';
import { NamesState } from '../../shared/taxa/NamesState';
import { taxonRowProps } from '../../shared/taxa/names';
import { WantedButton } from '../../shared/taxa/WantedButton';
import { TaxonRow } from '../../ui/cards/TaxonRow';
import { EmptyState } from '../../ui/EmptyState';
import { RecordCardSkeletons } from '../../ui/Skeletons';
import { useAddressFilter } from '../../ui/use-address-filter';
import { useKeptPlace } from '../../ui/virtual/use-kept-place';
import { useOwnPicture } from '../species/data';
import type { Discovery, Since, useDiscoveries } from './data';
import { MonthBars } from './MonthBars';
import classes from './LikelySpecies.module.css';

/** A place within a cell of 20 km is not known better than this. */
const STEP_M = 5000;

const FIRST = 16;

interface Props {
  discoveries: ReturnType<typeof useDiscoveries>;
  group: string | null;
  since: Since;
  /** Where the user is or was last; null if unknown. */
  around: Place | null;
  onAllGroups: () => void;
}

/** The species to look for, likeliest first. */
export function LikelySpecies({ discoveries, group, since, around, onAllGroups }: Props) {
  const { t } = useTranslation(['discover', 'common']);
  const { found, isMissing, frequencies, month } = discoveries;
  const wanted = useWantedTaxonIds();
  const ownPicture = useOwnPicture();
  const fromList = useFromList(found?.unseen, idOf);
  // In the address, so that Back leads to as many.
  const [read, write] = useAddressFilter();
  const limit = Math.max(FIRST, Number.parseInt(read('shown') ?? '', 10) || 0);
  useKeptPlace(found && wanted && found.unseen);
  if (!found || !wanted) return <RecordCardSkeletons label={t('common:taxonomy.loading')} />;
  if (found.size === 0 && group === null) return isMissing ? <div /> : <NamesState />;
  if (found.unseen.length === 0)
    return (
      <EmptyState
        sentence={found.size === 0 ? t('empty_group') : t(`all_seen.${since}`)}
        action={
          group && (
            <Button variant="default" onClick={onAllGroups}>
              {t('other_groups')}
            </Button>
          )
        }
      />
    );
  return (
    <section aria-label={t('common:screens.discover')}>
      <ul className={classes.list}>
        {found.unseen.slice(0, limit).map((discovery) => (
          <DiscoveryRow
            key={discovery.taxon.id}
            discovery={discovery}
            months={frequencies?.months(discovery.taxon.id) ?? null}
            month={month}
            nearest={nearestCell(frequencies, around, discovery.taxon.id, month)}
            isWanted={wanted.has(discovery.taxon.id)}
            picture={ownPicture(discovery.taxon)}
            fromList={fromList}
          />
        ))}
      </ul>
      {found.unseen.length > limit && (
        <p className={classes.more}>
          <Button variant="default" onClick={() => write({ shown: String(limit + FIRST) })}>
            {t('common:action.show_more')}
          </Button>
        </p>
      )}
    </section>
  );
}

const idOf = ({ taxon }: Discovery) => taxon.id;

interface DiscoveryRowProps {
  discovery: Discovery;
  /** January first; null if this device has no frequencies of the country. */
  months: readonly MonthCount[] | null;
  /** The month of today, from 1. */
  month: number;
  isWanted: boolean;
  /** Where it is on lists of this month, nearest to the user; null where that is not known. */
  nearest: NearestCell | null;
  /** The user's own, where they saw it before. */
  picture: ReactNode;
  /** The list with the row. */
  fromList: FromList | undefined;
}

/** A species to look for: why, in which months, and what can be done with it. */
function DiscoveryRow({ discovery: { taxon, reason }, months, month, nearest, isWanted, picture, fromList }: DiscoveryRowProps) {
  const { t } = useTranslation(['discover', 'taxa', 'common']);
  const shareText = useFrequencyText();
  const nearestText = useNearestText();
  // Then the reason says it already.
  const isNear = reason.kind === 'on_lists' && reason.share.area === 'near';
  const why = reason.kind === 'on_lists' ? shareText(reason.share) : t(`common:rarity.${readRarity(taxon)}`);
  return (
    <li className={classes.row}>
      <TaxonRow
        {...taxonRowProps(taxon, t, false)}
        rarity={null}
        picture={picture}
        to={speciesAddress(taxon.id)}
        state={fromList}
        note={
          <span className={classes.note}>
            {why}
            {months && <MonthBars months={months} now={month} />}
            {nearest && !isNear && <span>{nearestText(nearest)}</span>}
          </span>
        }
      />
      <span className={classes.actions}>
        <ActionIcon
          component={Link}
          to={observeAddress(taxon.id)}
          variant="light"
          aria-label={t('taxa:observe_of', { name: taxon.name })}
          title={t('taxa:observe_of', { name: taxon.name })}
        >
          <IconBinoculars size={20} aria-hidden />
        </ActionIcon>
        <WantedButton taxon={taxon} isWanted={isWanted} isCompact />
        <ActionIcon
          component={Link}
          to={`/map?whose=everyone&taxon=${taxon.id}${nearest ? `&${placeQuery(nearest.at)}` : ''}`}
          className={classes.map}
          aria-label={t('map_of', { name: taxon.name })}
          title={t('map_of', { name: taxon.name })}
        >
          <IconMap2 size={20} aria-hidden />
        </ActionIcon>
      </span>
    </li>
  );
}

interface NearestCell {
  /** Its centre. */
  at: Place;
  /** From the place, in steps; 0 for the cell of the place itself. */
  metres: number;
}

/** The cell nearest to a place where a species is on lists of a month, from the frequencies on this device; null without any. */
function nearestCell(frequencies: FrequencyIndex | null, place: Place | null, taxonId: number, month: number): NearestCell | null {
  const cell = place && frequencies?.nearest(taxonId, place, month);
  if (!place || cell == null) return null;
  const at = frequencyCellCentre(cell);
  const isHere = cell === frequencyCell(place.latitude, place.longitude);
  return { at, metres: isHere ? 0 : Math.max(1, Math.round(metresBetween(at, place) / STEP_M)) * STEP_M };
}

/** "Nearest: about 25 km away", or that it is around the place itself. */
function useNearestText(): (nearest: NearestCell) => string {
  const { t } = useTranslation('discover');
  const language = useLanguage();
  const { units } = useUser().preferences;
  return ({ metres }) => (metres === 0 ? t('nearest.here') : t('nearest.away', { distance: distance(metres, units, language) }));
}
