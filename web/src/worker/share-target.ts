/** The manifest's share target: photos shared with the installed app arrive as a form posted to the photo board. */
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
          // For systems that do not know the types.
          '.heic',
          '.heif',
        ],
      },
    ],
  },
};

/** Why no shared file was stored, as a parameter of the board's URL. `missed`: no service worker was running, so the server got the request. */
export const SHARE_FAULTS = ['full', 'failed', 'empty', 'missed', 'too_much'] as const;
export type ShareFault = (typeof SHARE_FAULTS)[number];

/** The board imports the waiting files, or reports the fault. */
export function boardAddress(fault: ShareFault | null): string {
  return fault ? `${SHARE_TARGET.action}?share=${fault}` : SHARE_TARGET.action;
}
