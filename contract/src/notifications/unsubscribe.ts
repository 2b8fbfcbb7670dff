import { z } from 'zod/mini';
import { route } from '../route.ts';

const path = '/api/notifications/unsubscribe';
/** Of the link in a daily mail. */
const query = z.object({ token: z.string().check(z.maxLength(200)) });

export const askUnsubscribe = route({
  method: 'GET',
  path,
  summary: 'A page that asks whether to stop the daily mail, for the link in it; no login is needed. Changes nothing',
  query,
  replies: { 200: z.string() },
  replyType: 'text/html',
});

export const unsubscribe = route({
  method: 'POST',
  path,
  summary: 'Stop the daily mail, from that page or by the button of a mail program (RFC 8058); repeating the request changes nothing',
  query,
  replies: { 200: z.string() },
  replyType: 'text/html',
});
