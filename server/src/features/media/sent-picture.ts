import type { FastifyReply } from 'fastify';
import type { Context } from '../../http/context.ts';
import { invalid } from '../../http/fault.ts';
import { keepBytes } from '../../http/serve.ts';
import { type Rendered, renderBase64, UnreadablePicture } from './render.ts';

/** As `renderBase64`, for the `picture` of a body: throws 422 for what is no readable picture. */
export async function renderPicture<T>(
  context: Context,
  person: string,
  picture: string,
  use: (rendered: Rendered) => Promise<T>,
): Promise<T> {
  try {
    return await renderBase64(context, { person, base64: picture }, use);
  } catch (error) {
    if (error instanceof UnreadablePicture) throw invalid('picture', 'picture');
    throw error;
  }
}

/** Answers with a picture that is kept in the database, at an address that changes with it. */
export function sendPicture(reply: FastifyReply, bytes: Buffer): FastifyReply {
  return reply
    .type('image/webp')
    .header('cache-control', 'private, max-age=3600')
    .header('content-security-policy', "sandbox; default-src 'none'")
    .serializer(keepBytes)
    .send(bytes);
}
