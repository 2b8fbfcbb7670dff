import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { distance, number } from '../../i18n/format';
import { useLanguage, useUser } from '../accounts/data';
import type { PlacedRecord } from './data';
import { type Extent, plotOf, sizeOf } from './extent';
import classes from './PlacesPlot.module.css';

const WIDTH = 640;
const HEIGHT = 420;

/** A plot of the relative positions of records, with a graticule and a scale. */
export function PlacesPlot({ places, extent }: { places: readonly PlacedRecord[]; extent: Extent }) {
  const { t } = useTranslation('map');
  const language = useLanguage();
  const { units } = useUser().preferences;
  const { dots, meridians, parallels, scale } = useMemo(() => plotOf(places, extent, WIDTH, HEIGHT, units), [places, extent, units]);
  const degrees = (value: number) =>
    number(value, language, { style: 'unit', unit: 'degree', unitDisplay: 'narrow', maximumFractionDigits: 3 });
  const length = (metres: number) => distance(metres, units, language);
  const { height, width } = sizeOf(extent);
  return (
    <svg
      className={classes.plot}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={t('plot', { height: length(height * 1000), width: length(width * 1000) })}
    >
      {meridians.map((line) => (
        <g key={line.degrees}>
          <line className={classes.net} x1={line.at} x2={line.at} y1={0} y2={HEIGHT} />
          {line.at > 70 && line.at < WIDTH - 70 && (
            <text className={classes.degrees} x={line.at + 5} y={24}>
              {degrees(line.degrees)}
            </text>
          )}
        </g>
      ))}
      {parallels.map((line) => (
        <g key={line.degrees}>
          <line className={classes.net} x1={0} x2={WIDTH} y1={line.at} y2={line.at} />
          {line.at > 40 && line.at < HEIGHT - 40 && (
            <text className={classes.degrees} x={8} y={line.at - 5}>
              {degrees(line.degrees)}
            </text>
          )}
        </g>
      ))}
      {dots.map((dot) => (
        <circle key={`${dot.x} ${dot.y}`} className={classes.dot} cx={dot.x} cy={dot.y} r={Math.min(18, 7 + 5 * Math.log10(dot.count))} />
      ))}
      <g transform={`translate(${WIDTH - scale.length - 20} ${HEIGHT - 16})`}>
        <path className={classes.scale} d={`M0 -6 V0 H${scale.length} V-6`} />
        <text className={classes.scaleText} x={scale.length / 2} y={-9} textAnchor="middle">
          {length(scale.metres)}
        </text>
      </g>
    </svg>
  );
}
