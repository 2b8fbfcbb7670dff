import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useLanguage } from '../../session/session';
import type { ReadPacked } from './packed/packed';
import type { Extent } from './projection';
import type { StillShape } from './shapes';
import classes from './StillMap.module.css';
import { StillPicture } from './StillPicture';

interface Props {
  /** What the map shows, for people who do not see it. */
  label: string;
  /** The same array as long as it stays the same. */
  shapes: readonly StillShape[];
  /** Where a tap leads. */
  to?: string;
  /** What it shows instead of fitting to the shapes. */
  extent?: Extent;
  maxZoom?: number;
  /** In CSS; without one, the height follows the width. */
  height?: string;
}

const packed: ReadPacked = async (view) => (await import('./packed/read-packed')).readPacked(view);

/** A small map on a 2D canvas, drawn once it comes into view: many can be on a page, and each works offline. */
export function StillMap({ label, to, ...map }: Props) {
  const { t } = useTranslation('geo');
  const language = useLanguage();
  const link = (picture: React.ReactNode) => (
    <Link className={classes.link} to={to!} aria-label={`${label}. ${t('still.open')}`}>
      {picture}
    </Link>
  );
  return (
    <StillPicture {...map} label={label} language={language} noGround={t('map.no_tiles')} link={to ? link : undefined} packed={packed} />
  );
}
