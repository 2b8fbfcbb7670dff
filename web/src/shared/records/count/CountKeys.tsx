import { useTranslation } from 'react-i18next';
import { COUNT_KEYS, type CountKey } from './use-count-text';
import classes from './CountKeys.module.css';

const SIGNS: Record<CountKey, string> = { about: '~', to: '–', at_least: '+' };

/** The signs of an estimate, a range and a minimum, for keyboards with digits only. They take no focus from the input. */
export function CountKeys({ onPress }: { onPress: (key: CountKey) => void }) {
  const { t } = useTranslation('observations');
  return (
    <div className={classes.keys} role="group" aria-label={t('count_key.group')}>
      {COUNT_KEYS.map((key) => (
        <button
          key={key}
          type="button"
          className={classes.key}
          aria-label={t(`count_key.${key}`)}
          title={t(`count_key.${key}`)}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onPress(key)}
        >
          {SIGNS[key]}
        </button>
      ))}
    </div>
  );
}
