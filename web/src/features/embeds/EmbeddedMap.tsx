import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { StillShape } from '../../shared/geo/still/shapes';
import { StillPicture } from '../../shared/geo/still/StillPicture';
import type { MapProps } from './counts';
import { Figures } from './Figures';
import classes from './embed.module.css';

/** A map of a person's public records. */
export function EmbeddedMap({ counts, language, height }: MapProps) {
  const { t } = useTranslation('embeds', { lng: language });
  const { cells, name } = counts;
  const shapes = useMemo(
    () => cells.map(({ is_obscured, ...cell }): StillShape => ({ ...cell, kind: 'cell', isObscured: is_obscured })),
    [cells],
  );
  const records = t('map_records', { count: counts.observations });
  return (
    <>
      <Figures counts={counts} language={language} />
      <div className={classes.map}>
        <StillPicture
          label={t('map', { name, records })}
          shapes={shapes}
          language={language}
          noGround={t('map_no_ground')}
          height={`${height}px`}
        />
      </div>
      {cells.length === 0 && <p className={classes.text}>{t('map_empty')}</p>}
    </>
  );
}
