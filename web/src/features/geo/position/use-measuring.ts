import { useUser } from '../../accounts/data';

/** The user's settings for measuring: target accuracy in metres, and whether fixes are averaged. */
export function useMeasuring(): { target: number; averages: boolean } {
  const { preferences } = useUser();
  // Preferences stored before these settings existed lack them.
  return { target: preferences.recording.target_accuracy_m ?? 10, averages: preferences.recording.average_fixes ?? false };
}
