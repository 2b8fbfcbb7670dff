import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useTallyView } from './use-tally-view';

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
