import { askUnsubscribe, type Language, unsubscribe } from '@veld/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Context } from '../../../http/context.ts';
import { translate } from '../../../http/messages.ts';
import { anyone, serve } from '../../../http/serve.ts';
import { ignoredBody } from '../../accounts/ignored-body.ts';
import { unsubscribing } from './unsubscribe-token.ts';
import { stopDigest } from '../../accounts/store.ts';

/** The pages behind the link in a daily mail. A mail program may open the link on its own, so only the button changes anything. */
export async function serveUnsubscribe(app: FastifyInstance, context: Context): Promise<void> {
  serve(app, askUnsubscribe, anyone, ({ query, language, reply }) =>
    unsubscribing(context, query.token) === null
      ? sendPage(reply, language, 'invalid')
      : sendPage(reply, language, 'question', query.token),
  );
  // Mail programs send a form, browsers the one of the page; neither says more than the address.
  await ignoredBody(app, (scope) =>
    serve(scope, unsubscribe, anyone, async ({ query, language, reply }) => {
      const userId = unsubscribing(context, query.token);
      if (userId === null) return sendPage(reply, language, 'invalid');
      await stopDigest(context.db, userId, context.now());
      return sendPage(reply, language, 'done');
    }),
  );
}

function sendPage(reply: FastifyReply, language: Language, text: 'question' | 'done' | 'invalid', token?: string): FastifyReply {
  const say = (key: string) => translate(language, `unsubscribe.${key}`);
  const button =
    token === undefined
      ? ''
      : `<form method="post" action="?token=${encodeURIComponent(token)}"><button type="submit">${say('button')}</button></form>`;
  return reply.type('text/html; charset=utf-8').serializer(String).send(`<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${say('title')}</title>
    <style>
      body { max-width: 32rem; margin: 15vh auto; padding: 0 1.25rem; font: 1.0625rem/1.5 system-ui, sans-serif; }
      button { min-height: 44px; padding: 0.5rem 1.25rem; font: inherit; }
    </style>
  </head>
  <body>
    <h1>${say('title')}</h1>
    <p>${say(text)}</p>
    ${button}
    <p><a href="/settings/notifications">Veld</a></p>
  </body>
</html>
`);
}
