import { formatPlace } from '@veld/geography';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { countryName, number } from '../../../i18n/format';
import { GroupPanel } from '../../../ui/GroupIcon';
import { SectionTitle } from '../../../ui/SectionTitle';
import { useLanguage } from '../../../shared/session/session';
import type { Place } from '../../../shared/frequencies/data';
import { placeQuery } from '../../../shared/geo/map/place-query';
import type { useDiscoveries } from '../data';
import { useGaps } from '../gaps';
import classes from './Gaps.module.css';

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
