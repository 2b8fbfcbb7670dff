/** Queries the location permission; null if the browser does not support it. */
export type PermissionQuery = () => Promise<Pick<PermissionStatus, 'state' | 'onchange'> | null>;

export const queryPermission: PermissionQuery = async () =>
  (await globalThis.navigator?.permissions?.query({ name: 'geolocation' })) ?? null;

/** Who denied the location, given the permission afterwards: if it is `granted`, the operating system did. */
export function classifyDenial(permission: PermissionState): 'denied' | 'denied_for_good' | 'off_in_system' {
  if (permission === 'prompt') return 'denied';
  return permission === 'denied' ? 'denied_for_good' : 'off_in_system';
}
