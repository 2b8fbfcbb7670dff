import { useLanguage, useUser } from '../../session/session';
import { distance } from '../../../i18n/format';
import type { LocationState } from '../../../device/location';
import { chooseLook } from './words';
import classes from './AccuracyRing.module.css';

const SIZE = 72;
const WIDTH = 5;
const RADIUS = (SIZE - WIDTH) / 2;
const ROUND = 2 * Math.PI * RADIUS;

interface Props {
  state: LocationState;
  /** Null if unknown. */
  metres: number | null;
  /** Accuracy at which the ring is full. */
  target: number;
}

/** Accuracy as a number in a progress ring. Hidden from screen readers; the text beside it says the same. */
export function AccuracyRing({ state, metres, target }: Props) {
  const { units } = useUser().preferences;
  const language = useLanguage();
  const share = metres === null ? 0 : Math.min(1, target / metres);
  const [value, unit] = metres === null ? ['', ''] : valueAndUnit(distance(metres < 100 ? Math.ceil(metres) : metres, units, language));
  return (
    <span className={classes.ring} data-look={chooseLook(state)} aria-hidden>
      <svg viewBox={`0 0 ${SIZE} ${SIZE}`} width={SIZE} height={SIZE}>
        <circle className={classes.ringGround} cx={SIZE / 2} cy={SIZE / 2} r={RADIUS} strokeWidth={WIDTH} />
        <circle
          className={classes.ringShare}
          cx={SIZE / 2}
          cy={SIZE / 2}
          r={RADIUS}
          strokeWidth={WIDTH}
          strokeDasharray={ROUND}
          strokeDashoffset={ROUND * (1 - (metres === null ? 0.25 : share))}
        />
      </svg>
      <span className={classes.ringWords}>
        <b>{value}</b>
        <span>{unit}</span>
      </span>
    </span>
  );
}

/** Splits "12 m" into two lines, unless the unit comes first in the language. */
function valueAndUnit(text: string): [string, string] {
  const match = /^([\d.,\s\u00a0\u202f]*\d)[\s\u00a0\u202f]*(\D+)$/.exec(text);
  return match ? [match[1]!, match[2]!] : [text, ''];
}
