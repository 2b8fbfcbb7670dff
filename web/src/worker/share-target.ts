/**
 * What the manifest says of the system's share sheet: photos that are shared with the installed app come as a form to the
 * address of the board they are for.
 */
export const SHARE_TARGET = {
  action: '/observe/photos',
  method: 'POST' as const,
  enctype: 'multipart/form-data',
  params: {
    files: [
      {
        name: 'photos',
        accept: [
          'image/jpeg',
          'image/png',
          'image/webp',
          'image/avif',
          'image/heic',
          'image/heif',
          // For systems that do not know their type.
          '.heic',
          '.heif',
        ],
      },
    ],
  },
};

/** What the board's address says where nothing of a share was kept. `missed`: the server got it, for want of the service worker. */
export const SHARE_FAULTS = ['full', 'failed', 'empty', 'missed'] as const;
export type ShareFault = (typeof SHARE_FAULTS)[number];

/** Where a share leads: to the board, which takes in what waits or says what went wrong. */
export function boardAddress(fault: ShareFault | null): string {
  return fault ? `${SHARE_TARGET.action}?share=${fault}` : SHARE_TARGET.action;
}
