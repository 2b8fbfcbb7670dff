import type { ReactNode } from 'react';
import classes from './Plot.module.css';
import { useReading } from './use-reading';

export interface PlotSeries {
  kind: 'bars' | 'line';
  values: readonly number[];
  /** The first colour, or the one of what it is compared with, which is also dashed. */
  look?: 'main' | 'other';
}

interface Props {
  /** What the chart shows, for screen readers. */
  label: string;
  /** One or two. One of them may end before the other, as a year that is not over. */
  series: readonly PlotSeries[];
  /** The values at a position, in words. */
  read: (at: number) => string;
  /** The position that is read until another is chosen. */
  start: number;
  /** The largest value, formatted. */
  top: string;
  /** Below the values: with as many as values, each is centred; else each begins an equal part of them. */
  ticks: readonly string[];
  /** Whether the ticks are the ends of the axis instead. */
  hasEnds?: boolean;
  /** Names of the series, where there is more than one. */
  legend?: ReactNode;
}

/** Bars or lines over one axis. Its text is HTML, so that it grows with the text of the page and the drawing does not. */
export function Plot({ label, series, read, start, top, ticks, hasEnds = false, legend }: Props) {
  const count = Math.max(...series.map(({ values }) => values.length), hasEnds ? 0 : ticks.length);
  const { at, props } = useReading({ count, start });
  const most = Math.max(1, ...series.map(({ values }) => Math.max(0, ...values)));
  const isBars = series.every(({ kind }) => kind === 'bars');
  // Bars stand on equal parts of the axis, and so do values with a tick each. Other lines go from end to end.
  const isBanded = isBars || ticks.length === count;
  const positionOf = (index: number) => (isBanded ? (100 * (index + 0.5)) / count : (100 * index) / Math.max(1, count - 1));
  const x = positionOf(at);
  return (
    <div className={classes.plot}>
      {legend}
      <p className={classes.reading} aria-hidden>
        {read(at)}
      </p>
      <p className={classes.top} aria-hidden>
        {top}
      </p>
      <div className={classes.area} aria-label={label} aria-valuetext={read(at)} {...props}>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden focusable="false">
          <path className={classes.grid} d="M0 0H100M0 50H100" />
          {!isBars && <path className={classes.cursor} d={`M${x} 0V100`} />}
          {series.map(({ kind, values, look = 'main' }) =>
            kind === 'bars' ? (
              <Bars key={look} values={values} most={most} at={at} />
            ) : (
              <path key={look} className={classes[look]} d={lineOf(values, most, positionOf)} />
            ),
          )}
        </svg>
      </div>
      <div
        className={classes.ticks}
        data-ends={hasEnds || undefined}
        data-each={ticks.length === count || undefined}
        style={hasEnds ? undefined : { gridTemplateColumns: `repeat(${ticks.length}, minmax(0, 1fr))` }}
        aria-hidden
      >
        {ticks.map((tick, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- narrow names of months are not unique
          <span key={index}>{tick}</span>
        ))}
      </div>
    </div>
  );
}

function Bars({ values, most, at }: { values: readonly number[]; most: number; at: number }) {
  const width = 100 / values.length;
  // Many bars stand without a gap, which would be narrower than a pixel.
  const gap = values.length > 60 ? 0 : width * 0.15;
  return values.map((value, index) => (
    <rect
      // oxlint-disable-next-line react/no-array-index-key -- positions on the axis
      key={index}
      className={classes.bar}
      data-read={index === at || undefined}
      x={index * width + gap / 2}
      width={width - gap}
      y={100 - (100 * value) / most}
      height={(100 * value) / most}
    />
  ));
}

function lineOf(values: readonly number[], most: number, positionOf: (index: number) => number): string {
  return values
    .map((value, index) => `${index === 0 ? 'M' : 'L'}${round(positionOf(index))} ${round(100 - (100 * value) / most)}`)
    .join('');
}

const round = (value: number) => Math.round(value * 100) / 100;
