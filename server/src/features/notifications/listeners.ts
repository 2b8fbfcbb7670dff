import type { FollowListener } from '../relations/routes.ts';
import type { NewDeviceListener } from '../accounts/logging-in.ts';
import { insertNotifications } from './write.ts';

/** Notifies a person of a new follower. */
export const notifyFollowed: FollowListener = (tx, followerId, followedId) =>
  insertNotifications(tx, [
    { userId: followedId, kind: 'follow', reason: 'followed', subject: 'followers', causeId: followerId, actorId: followerId },
  ]);

/** Notifies a person of a login on a new device, in addition to the mail. */
export const notifyNewDevice: NewDeviceListener = (tx, { userId, sessionId, deviceName }) =>
  insertNotifications(tx, [
    {
      userId,
      kind: 'security',
      reason: 'account',
      subject: sessionId,
      causeId: sessionId,
      facts: { name: deviceName, path: '/settings/security' },
    },
  ]);
