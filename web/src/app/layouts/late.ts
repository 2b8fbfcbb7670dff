/** What the frame needs late and what consists of many files. The first script would name each of them if it loaded this itself. */
export const loadLatePlaces = () => import('../../device/late-places');
export const loadLocalTimes = () => import('../../shared/geo/time-zone');
export const loadLogoutDialog = () => import('../../features/accounts/LogoutDialog');
