import { z } from 'zod/mini';
import { route } from '../route.ts';
import { Cursor, DeviceMadeId, Uuid } from '../vocabulary.ts';

/** What the device had shown: only this is marked as read, not what arrived since. */
const body = z.object({ through: Cursor });

export const readNotification = route({
  method: 'PUT',
  path: '/api/notifications/:id/read',
  summary: 'Mark a notification as read, through what the device had shown of it; repeating the request changes nothing',
  params: z.object({ id: Uuid }),
  body,
  replies: { 204: null },
});

export const readAllNotifications = route({
  method: 'PUT',
  path: '/api/notifications/read',
  summary: 'Mark all notifications as read, through the last that the device had shown; repeating the request changes nothing',
  body,
  replies: { 204: null },
});

const params = z.object({ id: DeviceMadeId });

export const muteRecord = route({
  method: 'PUT',
  path: '/api/notifications/mutes/:id',
  summary: 'Get no more notifications about a record; repeating the request changes nothing. 404 for one that the caller has none about',
  params,
  replies: { 204: null },
});

export const unmuteRecord = route({
  method: 'DELETE',
  path: '/api/notifications/mutes/:id',
  summary: 'Get notifications about a record again; repeating the request changes nothing',
  params,
  replies: { 204: null },
});
