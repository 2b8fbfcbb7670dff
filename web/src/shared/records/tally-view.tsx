import { Switch } from '@mantine/core';
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

/** Whether the tally sounds and vibrates on this device. */
export function TallySignals() {
  const { t } = useTranslation('tally');
  const { sound, vibration, change } = useTallyView();
  return (
    <>
      <Switch
        label={t('signals.sound')}
        description={t('signals.sound_hint')}
        checked={sound}
        onChange={(event) => change({ sound: event.currentTarget.checked })}
      />
      {/* Where a device cannot vibrate, the browser has no way to. */}
      {'vibrate' in navigator && (
        <Switch
          label={t('signals.vibration')}
          checked={vibration}
          onChange={(event) => change({ vibration: event.currentTarget.checked })}
        />
      )}
    </>
  );
}
