import { useUser } from '../../accounts/data';

/** The person's settings for measuring a position: the accuracy to reach in metres, and whether fixes are averaged. */
export function useMeasuring(): { target: number; averages: boolean } {
  const { preferences } = useUser();
  // Preferences stored before these settings existed lack them.
  return { target: preferences.recording.target_accuracy_m ?? 10, averages: preferences.recording.average_fixes ?? false };
}
