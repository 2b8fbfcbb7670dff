import { DeviceMadeId, type Language, type PageContent, type PublicObservation, type RecordIdentifications } from '@veld/contract';
import { formatPlace } from '@veld/geography';
import { sql } from 'kysely';
import type { Context } from '../../http/context.ts';
import type { PublicDocument, PublicPage, SitemapEntry, SitemapPart, Viewer } from '../../http/public-page.ts';
import { IS_LISTED } from '../../db/visibility.ts';
import type { Db } from '../../db/open.ts';
import { publicUrl, sendsMail } from '../../mail/outbox.ts';
import { hasPublicProfile } from '../accounts/store.ts';
import { presentIdentifications } from '../identifications/present.ts';
import { shownFile } from '../media/present.ts';
import { presentPublic } from '../observations/present.ts';
import { findObservation } from '../observations/store.ts';
import { describeRecord } from './structured-data.ts';
import { countryInWords, dateInWords, joined, licenseInWords, numberInWords, say } from './words.ts';

/** More are not worth reading for a visitor. */
const MAX_IDENTIFICATIONS = 30;

export const recordPage = {
  kind: 'observations',
  path: '/observations/:id',
  isId: (text) => DeviceMadeId.safeParse(text).success,
  find: findRecordPage,
  list: listRecords,
} satisfies PublicPage;

async function findRecordPage(context: Context, id: string, viewer: Viewer): Promise<PublicDocument | 'gone' | null> {
  const { language } = viewer;
  const row = await findObservation(context.readDb, id, viewer.userId, language);
  if (!row) return (await isGone(context.readDb, id)) ? 'gone' : null;
  const record = presentPublic(context, row);
  const part = { limit: MAX_IDENTIFICATIONS };
  const said = await presentIdentifications(context.readDb, row, viewer, part);
  const observer = {
    name: observerName(record, language),
    path: (await isProfileOpen(context, row.user_id)) ? `/profile/${row.user_id}` : null,
  };
  const address = `${publicUrl(context)}/observations/${id}`;
  const content = writeContent(record, said, { language, observer, address });
  const picture = row.media.map(shownFile).find((file) => file !== null) ?? null;
  const caption = joined([placeOf(record, language), dateInWords(record.observed_on, language)], ' · ');
  return { content, data: describeRecord(record, content, observer.name, address), caption, picture };
}

/** A record that everyone could see, and that its owner deleted. Of one that hid its place, nobody may learn that there was one. */
async function isGone(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from observations o join users u on u.id = o.user_id
    where o.id = ${id} and o.deleted_at is not null and o.was_open and u.erase_after is null
  `.execute(db);
  return rows.length > 0;
}

async function isProfileOpen(context: Context, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from users u where u.id = ${userId} and u.deleted_at is null and ${hasPublicProfile(sendsMail(context))}
  `.execute(context.readDb);
  return rows.length > 0;
}

/** In order of id, which says nothing of time (decision 0015). Of a record that hides its place, no day. */
async function listRecords({ readDb }: Context, { after, limit }: SitemapPart): Promise<readonly SitemapEntry[]> {
  const { rows } = await sql<SitemapEntry>`
    select o.id, case when o.geoprivacy = 'open' then to_char(o.created_at at time zone 'utc', 'YYYY-MM-DD') end as "changedOn"
    from observations o join users u on u.id = o.user_id
    where ${IS_LISTED} and o.geoprivacy <> 'private' ${after === null ? sql`` : sql`and o.id > ${after}::uuid`}
    order by o.id limit ${limit}
  `.execute(readDb);
  return rows;
}

interface Around {
  language: Language;
  observer: { name: string; path: string | null };
  address: string;
}

function observerName({ user }: PublicObservation, language: Language): string {
  return user.name || say(language, 'former_member');
}

function nameOf(record: PublicObservation, language: Language): string {
  const name = record.taxon?.name || record.verbatim_name?.trim() || say(language, 'unnamed');
  return record.uncertain ? say(language, 'uncertain', { name }) : name;
}

/** The public place in words; what there is instead for a record that hides it. */
function placeOf(record: PublicObservation, language: Language): string {
  const words = record.place ? formatPlace(record.place, language) : countryInWords(record.country_code, language);
  return words || (record.is_obscured ? say(language, 'place_hidden') : '');
}

function writeContent(record: PublicObservation, said: RecordIdentifications, around: Around): PageContent {
  const { language, observer, address } = around;
  const title = nameOf(record, language);
  const { taxon } = record;
  const scientific = taxon && taxon.scientific_name !== taxon.name ? taxon.scientific_name : null;
  const date = dateInWords(record.observed_on, language);
  const time = record.observed_time ?? '';
  const place = placeOf(record, language);
  const license = licenseInWords(record.license);
  const fact = (label: string, value: string, path: string | null = null) => (value ? [{ label: say(language, label), value, path }] : []);
  const isAbsence = record.count === 0 && (record.count_max ?? 0) === 0;
  return {
    kind: 'observations',
    path: `/observations/${record.id}`,
    title,
    scientific_name: scientific,
    description: say(language, 'record_description', {
      what: scientific ? `${title} (${scientific})` : title,
      facts: joined([date, place, observer.name], ' · '),
    }),
    pictures: record.media.flatMap(({ urls, width, height, caption, license: own }) => {
      const credit = joined([observer.name, licenseInWords(own ?? record.license)?.name], ', ');
      return urls ? [{ url: urls[512], large_url: urls[1600], width, height, alt: caption || title, credit }] : [];
    }),
    facts: [
      ...fact('species', title, taxon && `/species/${taxon.id}`),
      ...fact('date', joined([date, time], ', ')),
      ...fact('place', place),
      ...fact('place_note', record.is_obscured ? say(language, 'place_hidden_note') : ''),
      ...fact('observer', observer.name, observer.path),
      ...fact('count', isAbsence ? say(language, 'absent') : record.count === null ? '' : numberInWords(record.count, language)),
      ...fact('status', say(language, `quality.${record.quality}`)),
    ],
    text: record.notes ?? '',
    lists: listsOf(said, language),
    map:
      record.latitude === null || record.longitude === null
        ? null
        : {
            latitude: record.latitude,
            longitude: record.longitude,
            uncertainty_m: record.coordinate_uncertainty_m,
            is_cell: record.is_obscured,
          },
    license,
    citation: joined(
      [
        `${observer.name}${record.observed_on ? ` (${record.observed_on.slice(0, 4)})` : ''}`,
        joined([scientific ? `${title} (${scientific})` : title, place, date], ', '),
        'Veld',
        address,
        license?.name,
      ],
      '. ',
    ),
  };
}

function listsOf({ identifications }: RecordIdentifications, language: Language): PageContent['lists'] {
  const entries = identifications
    .filter(({ is_withdrawn }) => !is_withdrawn)
    .map(({ user, taxon, comment, created_at }) => ({
      text: taxon.name,
      is_scientific: taxon.name === taxon.scientific_name,
      detail: joined(
        [user.name || say(language, 'former_member'), created_at && dateInWords(created_at.slice(0, 10), language), comment],
        ' · ',
      ),
      path: `/species/${taxon.id}`,
    }));
  return entries.length === 0 ? [] : [{ title: say(language, 'identifications'), entries }];
}
