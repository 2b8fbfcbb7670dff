import { useTranslation } from 'react-i18next';
import type { TaxonHit } from '../../local/taxonomy/search';
import classes from './GuessesHeading.module.css';

/** "Did you mean", above search results that only resemble what was typed. Among the options of a list box it is an item of that list. */
export function GuessesHeading({ as: Tag = 'h2', ...attributes }: { as?: 'h2' | 'li'; id?: string; role?: 'presentation' }) {
  const { t } = useTranslation();
  return (
    <Tag className={classes.guesses} {...attributes}>
      {t('taxon.did_you_mean')}
    </Tag>
  );
}

/** Whether a search result only resembles what was typed, so that it is shown under "Did you mean" and never chosen for the user. */
export function isGuess({ match }: Pick<TaxonHit, 'match'>): boolean {
  return match === 'similar';
}

/** Where the guesses begin in search results; -1 if there are none. */
export function firstGuess(hits: readonly Pick<TaxonHit, 'match'>[]): number {
  return hits.findIndex(isGuess);
}
