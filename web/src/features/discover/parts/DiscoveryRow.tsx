import { ActionIcon } from '@mantine/core';
import type { MonthCount } from '@veld/contract';
import { IconBinoculars, IconMap2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { TaxonRow } from '../../../ui/cards/TaxonRow';
import { useFrequencyText } from '../../../shared/frequencies/words';
import { placeQuery } from '../../../shared/geo/map/place-query';
import { observeAddress, readRarity, speciesAddress } from '../../../shared/taxa/data';
import type { FromList } from '../../../shared/taxa/from-list';
import { taxonRowProps } from '../../../shared/taxa/parts/taxon-row-props';
import { WantedButton } from '../../../shared/taxa/parts/WantedButton';
import type { Discovery } from '../data';
import { type NearestCell, useNearestText } from '../nearest';
import classes from './DiscoveryRow.module.css';
import { MonthBars } from './MonthBars';

interface Props {
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
export function DiscoveryRow({ discovery: { taxon, reason }, months, month, nearest, isWanted, picture, fromList }: Props) {
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
