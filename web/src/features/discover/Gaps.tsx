import { cellGaps, frequencyCellCentre, groupGaps, type PlaceInWords, type TaxonGroup } from '@veld/contract';
import { formatPlace } from '@veld/geography';
import { useEffect, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { countryName, number } from '../../i18n/format';
import { wordsAt } from '../../local/places/words-at';
import { type FrequencyIndex, type Place, useLastPlace } from '../../shared/frequencies/data';
import { placeQuery } from '../../shared/geo/map/place-query';
import { useLanguage } from '../../shared/session/session';
import { readGroup, type Taxon } from '../../shared/taxa/data';
import { GroupPanel } from '../../ui/GroupIcon';
import { SectionTitle } from '../../ui/SectionTitle';
import type { useDiscoveries } from './data';
import classes from './Gaps.module.css';

const MAX_GROUPS = 3;

const MAX_PLACES = 3;

interface Props {
  discoveries: ReturnType<typeof useDiscoveries>;
  around: Place | null | undefined;
}

/** Where a record would be most useful: groups and places nearby with few records. Nothing if nothing is known. */
export function Gaps({ discoveries: { frequencies, list }, around }: Props) {
  const { t } = useTranslation(['discover', 'common']);
  const language = useLanguage();
  const { groups, places } = useGaps(frequencies, around, list);
  const id = useId();
  const { search } = useLocation();
  /** The same place, with the species of one group. */
  const addressOf = (group: string) => {
    const query = new URLSearchParams(search);
    query.set('group', group);
    query.delete('shown');
    return `/discover?${query}`;
  };
  if (!frequencies || groups.length + places.length === 0) return null;
  const country = countryName(frequencies.table.country, language);
  return (
    <section aria-labelledby={id}>
      <SectionTitle id={id}>{t('gaps.title')}</SectionTitle>
      <p className={classes.lead}>{t('gaps.lead')}</p>
      <ul className={classes.list}>
        {groups.map(({ group, records, expected }) => (
          <li key={group}>
            <Link className={classes.gap} to={addressOf(group)}>
              <GroupPanel group={group} />
              <span>
                <strong>{t(`common:group.${group}`)}</strong>
                <span className={classes.why}>{t('gaps.group', { count: records, country, expected: number(expected, language) })}</span>
              </span>
            </Link>
          </li>
        ))}
        {places.map(({ at, words, lists }) => (
          <li key={`${at.latitude} ${at.longitude}`}>
            <Link className={classes.gap} to={`/map?whose=everyone&${placeQuery(at)}`}>
              <span>
                <strong>{t('gaps.around', { place: formatPlace(words, language) })}</strong>
                <span className={classes.why}>{lists === 0 ? t('gaps.no_lists') : t('gaps.lists', { count: lists })}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface GroupWithGap {
  group: TaxonGroup;
  records: number;
  expected: number;
}

interface PlaceWithGap {
  at: Place;
  words: PlaceInWords;
  lists: number;
}

/**
 * Groups and places near a place that have few records, from the frequencies on this device. Without a place, around where the device
 * was last. `list`: the species of the country. Empty while loading, and where nothing is known.
 */
function useGaps(
  frequencies: FrequencyIndex | null,
  given: Place | null | undefined,
  list: readonly Taxon[] | undefined,
): { groups: GroupWithGap[]; places: PlaceWithGap[] } {
  const last = useLastPlace();
  const place = given ?? last ?? null;
  const groups = useMemo(() => {
    if (!frequencies || !place || !list) return [];
    const groupById = new Map(list.map((taxon) => [taxon.id, readGroup(taxon)]));
    return groupGaps(frequencies.table, place, (id) => groupById.get(id)).slice(0, MAX_GROUPS) as GroupWithGap[];
  }, [frequencies, place, list]);
  return { groups, places: useEmptyPlaces(frequencies, place) };
}

/** The cells nearby with few lists, with the words of their centres; only those in the country. */
function useEmptyPlaces(frequencies: FrequencyIndex | null, place: Place | null): PlaceWithGap[] {
  const cells = useMemo(() => (frequencies && place ? cellGaps(frequencies.table, place) : []), [frequencies, place]);
  const [found, setFound] = useState<{ cells: typeof cells; places: PlaceWithGap[] } | null>(null);
  const country = frequencies?.table.country;
  useEffect(() => {
    let isCurrent = true;
    void Promise.all(
      cells.map(async ({ cell, lists }) => {
        const at = frequencyCellCentre(cell);
        const words = await wordsAt(at).catch(() => null);
        return words && words.country_code === country ? [{ at, words, lists }] : [];
      }),
    ).then((all) => isCurrent && setFound({ cells, places: all.flat().slice(0, MAX_PLACES) }));
    return () => {
      isCurrent = false;
    };
  }, [cells, country]);
  return found?.cells === cells ? found.places : [];
}
