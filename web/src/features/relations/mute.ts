import { useTranslation } from 'react-i18next';
import { systemClock } from '../../local/device/clock';
import { passingTime } from '../../local/device/passing-time';
import { addNotice } from '../../ui/notices/added-notices';
import { type RelatedPerson, useSetRelation } from './data';

const SHOWN_MS = 10_000;

/** Mutes a person, and offers to undo it for ten seconds: in the notices of the app, because the card or page of the person may be gone. */
export function useMute(): (person: RelatedPerson) => Promise<void> {
  const { t } = useTranslation(['relations', 'common']);
  const set = useSetRelation();
  return async (person) => {
    if (!(await set('mute', person, true))) return;
    const end = () => {
      time.stop();
      remove();
    };
    const time = passingTime(systemClock, SHOWN_MS, end);
    const undo = () => {
      end();
      void set('mute', person, false);
    };
    const remove = addNotice({
      id: `muted-${person.id}`,
      type: 'positive',
      text: t('muted', { name: person.name }),
      action: { label: t('common:action.undo'), onClick: undo },
      onHold: (isHeld) => time.hold(isHeld),
      onDismiss: end,
    });
  };
}
