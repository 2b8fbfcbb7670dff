import { useTranslation } from 'react-i18next';
import type { StillShape } from './shapes';
import { StillMap } from './StillMap';
import classes from './WelcomeMap.module.css';
import { useEveryoneCells } from './use-everyone-cells';

const NONE: StillShape[] = [];

/** The public records of everyone, if the server lets visitors look around; else the world without them. */
export default function WelcomeMap() {
  const { t } = useTranslation('geo');
  const cells = useEveryoneCells({ asVisitor: true });
  const hasCells = cells !== null && cells.length > 0;
  return (
    <div className={classes.map}>
      <StillMap label={t(hasCells ? 'still.world_records' : 'still.world')} shapes={cells ?? NONE} height="13rem" />
    </div>
  );
}
