import type { TARGET_ACCURACIES_M } from '@veld/contract';
import { useMemo } from 'react';
import { auth, useUser } from '../session/session';
import type { Reader } from './typed/read-text';

export { usePlaceWords } from './use-place-words';

export interface MeasuringSettings {
  /** Target accuracy in metres. */
  target: (typeof TARGET_ACCURACIES_M)[number];
  /** Whether fixes are averaged. */
  averages: boolean;
}

/** The user's settings for measuring, and a function to change them. */
export function useMeasuring(): MeasuringSettings & { change: (next: Partial<MeasuringSettings>) => Promise<void> } {
  const { preferences } = useUser();
  return {
    // Preferences stored before these settings existed lack them.
    target: preferences.recording.target_accuracy_m ?? 10,
    averages: preferences.recording.average_fixes ?? false,
    change: ({ target, averages }) =>
      auth.change({
        kind: 'preference',
        key: 'recording',
        value: {
          ...preferences.recording,
          ...(target !== undefined && { target_accuracy_m: target }),
          ...(averages !== undefined && { average_fixes: averages }),
        },
      }),
  };
}

/** What the meaning of a typed place depends on. */
export function useReader(): Reader {
  const { country_code: country } = useUser();
  return useMemo(() => ({ country }), [country]);
}
