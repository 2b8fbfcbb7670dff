import {
  deleteFeedKey,
  getFeedKey,
  getRecordFeed,
  type ListedObservation,
  MAX_FEED_RECORDS,
  putFeedKey,
  type RecordFilterQuery,
} from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import type { Context } from '../../http/context.ts';
import { contentTag, hasTag } from '../../http/etag.ts';
import { Fault, invalid } from '../../http/fault.ts';
import { notificationTexts } from '../../http/messages.ts';
import { type Access, serve } from '../../http/serve.ts';
import { minuteLimit } from '../../http/write-limit.ts';
import { publicUrl } from '../../mail/outbox.ts';
import { isVisitor, loggedIn, preferredLanguage, type Reader, reader } from '../accounts/access.ts';
import { readNetwork } from '../accounts/limits.ts';
import { presentListed } from '../observations/present.ts';
import { type FindProjectRecords, requirePerson, resolveRecordFilter } from '../observations/filter/resolve-filter.ts';
import { listObservations } from '../observations/store.ts';
import { escapeMarkup } from '../../http/markup.ts';

const KEEP_S = 600;

interface FeedNeeds {
  projectRecords: FindProjectRecords;
  /** Runs work in the turn of somebody: a filter may read many records. */
  inTurn: <T>(person: string, work: () => Promise<T>) => Promise<T>;
}

/** The records of a filter as an Atom feed, which programs read that have no session. */
export function registerRecordFeed(app: FastifyInstance, context: Context, { projectRecords, inTurn }: FeedNeeds): void {
  const { db, readDb } = context;
  const access = loggedIn(context);

  serve(
    app,
    getRecordFeed,
    feedReader(context),
    async ({ query, caller, request, reply }) => {
      const { key: _key, name, ...asked } = query;
      requirePerson(caller, asked);
      const rows = await inTurn(isVisitor(caller) ? readNetwork(request) : caller.userId, async () =>
        listObservations(readDb, {
          callerId: caller.userId,
          language: caller.language,
          selection: await resolveRecordFilter(context, asked, caller, projectRecords),
          order: 'uploaded',
          isOpen: true,
          limit: MAX_FEED_RECORDS,
        }),
      );
      const records = rows.map((row) => presentListed(context, row));
      const feed = writeFeed(records, { url: publicUrl(context), query: asked, name, language: caller.language });
      const etag = `"${contentTag(feed)}"`;
      const scope = isVisitor(caller) ? 'public' : 'private';
      void reply
        .header('etag', etag)
        .header('cache-control', `${scope}, max-age=${KEEP_S}`)
        .header('vary', 'authorization, accept-language');
      if (hasTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
      return reply.type('application/atom+xml; charset=utf-8').serializer(String).send(feed);
    },
    { problems: ['not_found'], isConditional: true },
  );

  serve(app, getFeedKey, access, async ({ caller }) => {
    const row = await db.selectFrom('feed_keys').select('key').where('user_id', '=', caller.userId).executeTakeFirst();
    return { data: { key: row?.key ?? null } };
  });
  serve(app, putFeedKey, access, async ({ body: { key }, caller }) => {
    // A key of somebody else is not taken over; that does not happen with random keys.
    const { numAffectedRows } = await sql`
      insert into feed_keys (user_id, key) select ${caller.userId}::uuid, ${key}
      where not exists (select 1 from feed_keys f where f.key = ${key} and f.user_id <> ${caller.userId})
      on conflict (user_id) do update set key = excluded.key
    `.execute(db);
    if (!numAffectedRows) throw invalid('key', 'embed_key');
    return undefined;
  });
  serve(app, deleteFeedKey, access, async ({ caller }) => {
    await db.deleteFrom('feed_keys').where('user_id', '=', caller.userId).execute();
    return undefined;
  });
}

/** The person of a key, else who may read lists. Requests with a key are limited by network address, so that keys cannot be tried. */
function feedReader(context: Context): Access<Reader> {
  const withoutKey = reader(context);
  const count = minuteLimit(context.config.LIMIT_BROWSING, context.now);
  return async (request) => {
    const { key } = request.query as { key?: unknown };
    if (key === undefined) return withoutKey(request);
    count(readNetwork(request));
    const person = typeof key === 'string' ? await findFeedReader(context.readDb, key) : null;
    if (!person) throw new Fault('not_found');
    return person;
  };
}

async function findFeedReader(db: Db, key: string): Promise<Reader | null> {
  const row = await db
    .selectFrom('feed_keys')
    .innerJoin('users', 'users.id', 'feed_keys.user_id')
    .select(['users.id', 'users.time_zone', 'users.preferences'])
    .where('feed_keys.key', '=', key)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  const { language } = row.preferences;
  const preferred = preferredLanguage({ language: typeof language === 'string' ? language : null });
  return { userId: row.id, roles: [], timeZone: row.time_zone, language: preferred ?? 'en' };
}

interface FeedOptions {
  url: string;
  query: RecordFilterQuery;
  name: string | undefined;
  language: Reader['language'];
}

/** When nothing has arrived yet. */
const NEVER = '1970-01-01T00:00:00.000Z';

function writeFeed(records: readonly ListedObservation[], { url, query, name, language }: FeedOptions): string {
  const unnamed = notificationTexts(language)('notifications:unnamed_record');
  const id = `urn:veld:${contentTag(url + JSON.stringify(query))}`;
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">`,
    `<id>${id}</id>`,
    `<title>${escapeXml(name?.trim() || `Veld · ${new URL(url).host}`)}</title>`,
    `<updated>${records[0]?.created_at ?? NEVER}</updated>`,
    `<link rel="alternate" href="${escapeXml(`${url}/explore`)}"/>`,
    ...records.map((record) => writeEntry(record, url, unnamed)),
    '</feed>',
  ].join('\n');
}

function writeEntry({ id, taxon, user, observed_on, place, created_at }: ListedObservation, url: string, unnamed: string): string {
  const isNamed = taxon && taxon.name !== taxon.scientific_name;
  const title = taxon ? (isNamed ? `${taxon.name} (${taxon.scientific_name})` : taxon.scientific_name) : unnamed;
  const summary = [observed_on, place?.town?.name].filter(Boolean).join(' · ');
  return [
    '<entry>',
    `<id>urn:uuid:${id}</id>`,
    `<title>${escapeXml(title)}</title>`,
    `<link rel="alternate" href="${escapeXml(`${url}/observations/${id}`)}"/>`,
    `<updated>${created_at ?? NEVER}</updated>`,
    `<author><name>${escapeXml(user.name)}</name></author>`,
    `<summary>${escapeXml(summary)}</summary>`,
    '</entry>',
  ].join('');
}

// oxlint-disable-next-line no-control-regex -- XML 1.0 has no way to write these characters.
const NOT_IN_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

function escapeXml(text: string): string {
  return escapeMarkup(text.toWellFormed().replaceAll(NOT_IN_XML, ''));
}
