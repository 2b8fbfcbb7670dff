import { type PageContent, Uuid } from '@veld/contract';
import { sql } from 'kysely';
import type { Context } from '../../http/context.ts';
import type { PublicDocument, PublicPage, SitemapEntry, SitemapPart, Viewer } from '../../http/public-page.ts';
import { publicUrl, sendsMail } from '../../mail/outbox.ts';
import { NOBODY } from '../accounts/access.ts';
import { isPlaceShownTo } from '../geo/public-places.ts';
import { presentPlacePhoto, readPlacePhoto } from '../places/photos.ts';
import { findPlacePage } from '../places/store.ts';
import { describePictures } from './structured-data.ts';
import { joined, licenseInWords, numberInWords, say } from './words.ts';

/** The document of a public place; the app shows visitors what is found there too. */
export const placePage: PublicPage = {
  kind: 'places',
  path: '/places/:id',
  isId: (text) => Uuid.safeParse(text).success,
  find: findPage,
  list: listPlaces,
};

async function findPage(context: Context, id: string, { userId, language }: Viewer): Promise<PublicDocument | null> {
  const place = await findPlacePage(context.readDb, userId, id, sendsMail(context));
  if (!place) return null;
  const title = place.names[language] ?? place.name;
  const area = `${numberInWords(Number((place.area_m2 / 1_000_000).toPrecision(2)), language)} km²`;
  const content: PageContent = {
    kind: 'places',
    path: `/places/${id}`,
    title,
    scientific_name: null,
    description: say(language, 'place_description', { name: title }),
    pictures: place.photos.map((photo) => {
      const { url, large_url, width, height, caption, license, creator } = presentPlacePhoto(id, photo, place.owner_name);
      const credit = joined([creator, licenseInWords(license)?.name ?? license], ', ') || null;
      return { url, large_url, width, height, alt: caption || title, credit };
    }),
    facts: [
      { label: say(language, 'area'), value: area, path: null },
      ...(place.attribution ? [{ label: say(language, 'source'), value: place.attribution, path: null }] : []),
    ],
    text: place.text,
    lists: [],
    map: { latitude: place.latitude, longitude: place.longitude, uncertainty_m: null, is_cell: false },
    license: null,
    citation: null,
  };
  const address = publicUrl(context) + content.path;
  const geo = { '@type': 'GeoCoordinates', latitude: place.latitude, longitude: place.longitude };
  const data = {
    '@type': 'Place',
    '@id': address,
    url: address,
    name: title,
    description: joined([content.description, place.text], ' '),
    geo,
    ...(content.pictures.length > 0 && { image: describePictures(content, publicUrl(context)) }),
  };
  const [first] = place.photos;
  const picture = first ? { key: first.id, read: () => readPlacePhoto(context.readDb, { id, photo: first.id, size: '1600' }) } : null;
  return { content, data, caption: area, picture };
}

async function listPlaces({ readDb }: Context, { after, limit }: SitemapPart): Promise<readonly SitemapEntry[]> {
  const { rows } = await sql<SitemapEntry>`
    select p.id, null as "changedOn" from public_places p left join users u on u.id = p.owner_id
    where ${isPlaceShownTo(NOBODY)} ${after === null ? sql`` : sql`and p.id > ${after}::uuid`} order by p.id limit ${limit}
  `.execute(readDb);
  return rows;
}
