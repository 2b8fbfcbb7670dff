import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlaceCountry } from '../../../shared/frequencies/data';
import { useLikelyAtPlace } from '../../../shared/frequencies/data';
import { useUser } from '../../../shared/session/session';
import { type TaxonHit, useIsListed } from '../../../shared/taxa/data';
import type { SuggestionContext } from './use-suggestions';
import classes from './LikelyBar.module.css';

/** What is known about species at a place on a day. */
interface Likelihoods {
  /** Of its country; else of the person's. */
  country: string | null;
  /** The share of lists with a species; null if it is on none, or nobody knows. */
  of: (taxonId: number) => number | null;
}

/** How likely species are at the place and on the day of a record; a day is null where the date is not known. */
export function useLikelihoods({ latitude, longitude }: SuggestionContext['place'], day: string | null): Likelihoods {
  const home = useUser().country_code;
  const point = useMemo(() => (latitude === null || longitude === null ? null : { latitude, longitude }), [latitude, longitude]);
  const country = usePlaceCountry(point);
  const likely = useLikelyAtPlace(country, point, day ?? '2001-01-01');
  const shares = useMemo(
    () => new Map((day === null ? [] : (likely?.species ?? [])).map(({ taxon_id: id, lists, of }) => [id, of > 0 ? lists / of : 0])),
    [likely, day],
  );
  const of = useCallback((id: number) => shares.get(id) ?? null, [shares]);
  return useMemo(() => ({ country: country ?? home, of }), [country, home, of]);
}

/** The end of the line of a name that was found: how likely it is, or that it is not on the list of the country. */
export function HitLikelihood({ hit, likelihood: { country, of } }: { hit: TaxonHit; likelihood: Likelihoods }) {
  const { t } = useTranslation('recording');
  const isSpecies = hit.rank === 'species';
  const isListed = useIsListed(hit.id, isSpecies ? country : null);
  const share = of(hit.id);
  if (share !== null) return <LikelyBar likelihood={share} />;
  return isSpecies && isListed === false ? <span className={classes.not}>{t('suggest.not_here')}</span> : null;
}

/** A small bar for how likely a species is, from 0 to 1; nothing where nobody knows. Readers hear the reason instead. */
export function LikelyBar({ likelihood }: { likelihood: number | null }) {
  if (likelihood === null) return null;
  return (
    <span className={classes.bar} aria-hidden>
      <span className={classes.filled} style={{ inlineSize: `${Math.round(8 + 92 * Math.min(1, likelihood))}%` }} />
    </span>
  );
}
