import { useTranslation } from 'react-i18next';
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
