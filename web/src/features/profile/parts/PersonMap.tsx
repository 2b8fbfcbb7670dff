import { useTranslation } from 'react-i18next';
import { StillMap } from '../../geo/still/StillMap';
import { useEveryoneCells } from '../../geo/still/use-everyone-cells';
import classes from '../profile.module.css';

/** A small map of a person's public records. Nothing without any, or without a connection. */
export function PersonMap({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation('profile');
  const cells = useEveryoneCells({ user_id: id });
  if (!cells || cells.length === 0) return null;
  return (
    <div className={classes.map}>
      <StillMap label={t('map_of_person', { name })} shapes={cells} to="/map?whose=everyone" />
    </div>
  );
}
