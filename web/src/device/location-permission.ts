/** The browser's answer about the location permission; null where browsers do not tell. */
export type PermissionQuery = () => Promise<Pick<PermissionStatus, 'state' | 'onchange'> | null>;

export const queryPermission: PermissionQuery = async () =>
  (await globalThis.navigator?.permissions?.query({ name: 'geolocation' })) ?? null;

/** Who refused, given the permission after a refusal: with `granted`, it was the operating system. */
export function denialOf(permission: PermissionState): 'denied' | 'denied_for_good' | 'off_in_system' {
  if (permission === 'prompt') return 'denied';
  return permission === 'denied' ? 'denied_for_good' : 'off_in_system';
}
