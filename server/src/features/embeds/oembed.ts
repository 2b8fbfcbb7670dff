import { EMBED_SIZES, EmbedKey, type EmbedType, type getOembed, isKeyIn, type ReplyOf } from '@veld/contract';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../http/context.ts';
import { publicUrl } from '../../mail/outbox.ts';
import { escapeMarkup } from '../../http/markup.ts';

/** Seconds for which others may keep an answer. */
const CACHE_S = 3600;

/** The page of an embed. */
export interface EmbedAddress {
  address: URL;
  key: string;
  type: EmbedType;
}

/** The embed that an address of this server shows; null for any other address. */
export function parseEmbedAddress(context: Pick<Context, 'config'>, request: FastifyRequest, text: string): EmbedAddress | null {
  if (!URL.canParse(text)) return null;
  const address = new URL(text);
  const isOurs = /^https?:$/.test(address.protocol) && trustedHosts(context, request).includes(address.host);
  if (!isOurs || address.username !== '' || !/^\/embed\/?$/i.test(address.pathname)) return null;
  const keys = address.searchParams.getAll('key');
  // The page of an address with two keys is refused.
  const key = EmbedKey.safeParse(keys.length === 1 ? keys[0] : undefined);
  if (!key.success) return null;
  const type = address.searchParams.get('type');
  return { address, key: key.data, type: type !== null && isKeyIn(EMBED_SIZES, type) ? type : 'counter' };
}

/**
 * The hosts of this server, not as a request names them, which others could forge: its public address, or without one in the settings
 * that of the machine.
 */
function trustedHosts(context: Pick<Context, 'config'>, { raw: { socket } }: FastifyRequest): string[] {
  const hosts = [new URL(publicUrl(context)).host];
  if (context.config.PUBLIC_URL) return hosts;
  const { localAddress, localPort } = socket;
  const address = localAddress?.replace(/^::ffff:/, '');
  return [...hosts, `localhost:${localPort}`, address?.includes(':') ? `[${address}]:${localPort}` : `${address}:${localPort}`];
}

/** The answer of oEmbed for an embed of a person. */
export function describeEmbed(
  { address, type }: EmbedAddress,
  name: string,
  { maxwidth = Infinity, maxheight = Infinity }: { maxwidth?: number | undefined; maxheight?: number | undefined },
): ReplyOf<typeof getOembed> {
  const width = Math.min(EMBED_SIZES[type].width, maxwidth);
  const height = Math.min(EMBED_SIZES[type].height, maxheight);
  const title = `Veld: ${name}`;
  const size = `width="${width}" height="${height}"`;
  return {
    version: '1.0',
    type: 'rich',
    provider_name: 'Veld',
    provider_url: address.origin,
    title,
    author_name: name,
    cache_age: CACHE_S,
    html: `<iframe src="${escapeMarkup(address.href)}" title="${escapeMarkup(title)}" ${size} style="border:0" loading="lazy"></iframe>`,
    width,
    height,
  };
}

/** The element of a page by which others find the oEmbed answer for it. */
export function discoveryLink(address: string): string {
  const { origin } = new URL(address);
  const href = `${origin}/api/oembed?format=json&url=${encodeURIComponent(address)}`;
  return `<link rel="alternate" type="application/json+oembed" href="${escapeMarkup(href)}" title="Veld" />`;
}
