import { useLiveQuery } from 'dexie-react-hooks';
import { useTranslation } from 'react-i18next';
import { tallyView, type TallyView } from '../../local/device/tally-view';
import { currentDatabase, notifier } from '../session/session';

const FIRST: TallyView = { order: 'added', sound: false, vibration: false };

/** How the tally looks, sounds and feels on this device, and what changes it. */
export function useTallyView(): TallyView & { change: (change: Partial<TallyView>) => void } {
  const { t } = useTranslation('tally');
  const database = currentDatabase();
  const view = useLiveQuery(() => tallyView.read(database), [database]) ?? FIRST;
  const change = (next: Partial<TallyView>) => {
    tallyView
      .update(database, (before) => ({ ...before, ...next }))
      .catch((error: unknown) => notifier.show('negative', t('not_saved'), { cause: error }));
  };
  return { ...view, change };
}
