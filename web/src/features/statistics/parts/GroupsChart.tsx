import { useTranslation } from 'react-i18next';
import { GroupIcon } from '../../../ui/GroupIcon';
import type { Figures } from '../data';
import { SharesChart } from './SharesChart';
import classes from './GroupsChart.module.css';

/** Records and species by group of taxa. */
export function GroupsChart({ groups }: Pick<Figures, 'groups'>) {
  const { t } = useTranslation(['statistics', 'common']);
  const shares = groups.map(({ key, records, species }) => {
    const name = key === null ? t('groups.none') : t(`common:group.${key}`);
    const label = (
      <span className={classes.label}>
        <GroupIcon group={key ?? 'other'} size={20} /> {name}
      </span>
    );
    return { name, label, records, species };
  });
  return <SharesChart title={t('groups.title')} file="groups" column={t('column.group')} shares={shares} />;
}
