import type { UserDatabase } from '../../web/src/local/db/database';

/** Opens databases of the active device. In a browser each page has its own connections; here all devices share one process. */
export const activeDevice: { open: (userId: string) => UserDatabase } = {
  open() {
    throw new Error('No device is active');
  },
};
