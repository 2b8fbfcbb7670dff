import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { TableCard } from '../../../ui/table/TableCard';
import type { AdminAct } from '../data';
import { actText, subjectAddress } from './act-text';

interface Props {
  act: AdminAct;
  when: string;
  /** In the list of one person, who need not be named. */
  isOfPerson?: boolean;
}

/** An act of an admin, inside an entry of a list. */
export function ActLine({ act, when, isOfPerson = false }: Props) {
  const { t } = useTranslation(['admin', 'feedback', 'common']);
  const address = subjectAddress(act);
  const name = act.subject_name ?? t('former');
  return (
    <TableCard>
      <span>{actText(act, t)}</span>
      {!isOfPerson && (address ? <Link to={address}>{name}</Link> : <span>{name}</span>)}
      <small>
        {act.actor?.name ?? t('former')} · <time dateTime={act.at}>{when}</time>
      </small>
    </TableCard>
  );
}
