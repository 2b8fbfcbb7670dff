import type { UserDatabase } from '../../web/src/local/db/database';

/** The device that acts now: in a browser each page has its own connections, here all devices share one process. */
export const present: { open: (userId: string) => UserDatabase } = {
  open() {
    throw new Error('No device acts now');
  },
};
