import type { ExpressionSpecification } from 'maplibre-gl';
import { useTranslation } from 'react-i18next';
import { number } from '../../../i18n/format';
import { useLanguage } from '../../../shared/session/session';
import classes from './Legend.module.css';

/** Design tokens of the colour ramp, lowest count first. */
const TOKENS = ['--map-count-1', '--map-count-2', '--map-count-3', '--map-count-4', '--map-count-5'] as const;
/** The count each colour stands for; colours in between are interpolated logarithmically. */
const RAMP_COUNTS = [1, 10, 100, 1000, 10_000] as const;
/** Fallback where no style sheet is loaded, as in some tests. */
const UNSTYLED = '#888888';

interface Props {
  layer: 'records' | 'effort';
  /** Whether records are drawn one by one. */
  hasPoints: boolean;
  /** Whether the person's own records are among them. */
  hasOwn: boolean;
}

/** Explains the colours that are drawn: those of the cells, or close up those of the records. */
export function Legend({ layer, hasPoints, hasOwn }: Props) {
  const { t } = useTranslation('map');
  const language = useLanguage();
  if (hasPoints && layer === 'records')
    return (
      <ul className={classes.legend} aria-label={t('legend')}>
        {hasOwn && (
          <li className={classes.dot} data-own>
            {t('mine')}
          </li>
        )}
        <li className={classes.dot}>{t(hasOwn ? 'legend_others' : 'everyone')}</li>
      </ul>
    );
  return (
    <figure className={classes.legend}>
      <figcaption>{t(layer === 'effort' ? 'legend_effort' : 'legend_records')}</figcaption>
      <ol className={classes.steps}>
        {RAMP_COUNTS.map((count) => (
          <li key={count}>
            {number(count, language, { notation: 'compact' })}
            {count === RAMP_COUNTS.at(-1) && '+'}
          </li>
        ))}
      </ol>
    </figure>
  );
}

/** The ramp of the current theme, lowest count first. */
function rampColours(): string[] {
  const style = getComputedStyle(document.documentElement);
  return TOKENS.map((name) => style.getPropertyValue(name).trim() || UNSTYLED);
}

/** Colours a feature by the count in one of its properties. */
export function colourByCount(property: string): ExpressionSpecification {
  const stops = rampColours().flatMap((colour, index) => [index, colour]);
  return ['interpolate', ['linear'], ['log10', ['max', 1, ['get', property]]], ...stops] as ExpressionSpecification;
}

/** Colour of single records of other people. */
export function colourOfOne(): string {
  return rampColours()[2]!;
}
