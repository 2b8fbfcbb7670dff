import { z } from 'zod/mini';
import { route } from '../route.ts';

const path = '/api/notifications/push';

export const getPush = route({
  method: 'GET',
  path,
  summary: 'The key with which this server signs push messages, and whether the session of the caller gets them',
  replies: { 200: z.object({ data: z.object({ public_key: z.string(), is_subscribed: z.boolean() }) }) },
});

/** What a browser gives for a subscription: where to send, and the keys to encrypt for it alone. */
export const PushSubscription = z.object({
  endpoint: z.url({ protocol: /^https$/, error: 'push_endpoint' }).check(z.maxLength(1000)),
  keys: z.object({
    /** A point of P-256, uncompressed. */
    p256dh: z.string().check(z.regex(/^[A-Za-z0-9_-]{87}=?$/, { error: 'push_key' })),
    auth: z.string().check(z.regex(/^[A-Za-z0-9_-]{22}(==)?$/, { error: 'push_key' })),
  }),
});
export type PushSubscription = z.infer<typeof PushSubscription>;

export const putPush = route({
  method: 'PUT',
  path,
  summary: 'Send push messages to the session of the caller from now on; repeating the request changes nothing',
  body: PushSubscription,
  replies: { 204: null },
});

export const deletePush = route({
  method: 'DELETE',
  path,
  summary: 'Send no more push messages to the session of the caller; repeating the request changes nothing',
  replies: { 204: null },
});
