import { type Language, type ListedObservation, type PageContent, type PageEntry, TaxonIdText, Uuid } from '@veld/contract';
import { formatPlace } from '@veld/geography';
import { sql } from 'kysely';
import type { Context } from '../../http/context.ts';
import type { PublicDocument, PublicPage, SitemapEntry, SitemapPart, Viewer } from '../../http/public-page.ts';
import { IS_LISTED } from '../../db/visibility.ts';
import { publicUrl, sendsMail } from '../../mail/outbox.ts';
import { hasPublicProfile } from '../accounts/store.ts';
import { findProfileOfPerson, portraitUrl } from '../community/profile.ts';
import { findPerson } from '../community/store.ts';
import { displayKey } from '../media/keys.ts';
import { presentListed } from '../observations/present.ts';
import { listObservations } from '../observations/store.ts';
import { countRecords } from '../projects/records-store.ts';
import { findProject } from '../projects/store.ts';
import { findTaxon } from '../species/store.ts';
import { findTaxonPicture } from '../taxa/image-routes.ts';
import { currentTaxonId } from '../taxa/successors.ts';
import { describePictures, describeTaxon } from './structured-data.ts';
import { countryInWords, dateInWords, joined, licenseInWords, numberInWords, say } from './words.ts';

const LATEST = 12;

export const speciesPage: PublicPage = {
  kind: 'species',
  path: '/species/:id',
  isId: (text) => TaxonIdText.safeParse(text).success,
  find: findSpeciesPage,
  list: listRecordedTaxa,
};

export const projectPage: PublicPage = {
  kind: 'projects',
  path: '/projects/:id',
  isId: isUuid,
  find: findProjectPage,
  list: listOpenProjects,
};

export const personPage: PublicPage = {
  kind: 'people',
  path: '/profile/:id',
  isId: isUuid,
  find: findPersonPage,
  list: listPublicProfiles,
};

function isUuid(text: string): boolean {
  return Uuid.safeParse(text).success;
}

/** The parts of a page that most pages do not have. */
const NOTHING = {
  scientific_name: null,
  pictures: [],
  facts: [],
  text: '',
  lists: [],
  map: null,
  license: null,
  citation: null,
} satisfies Partial<PageContent>;

const asFacts = (language: Language, facts: readonly (readonly [label: string, value: string])[]): PageContent['facts'] =>
  facts.flatMap(([label, value]) => (value ? [{ label: say(language, label), value, path: null }] : []));

/** The latest public records of a selection, with links to their pages. */
async function latestRecords(
  context: Context,
  { userId: callerId, language }: Viewer,
  selection: { taxonId: number } | { userId: string },
): Promise<PageContent['lists']> {
  const rows = await listObservations(context.readDb, { callerId, language, isForEmbed: true, limit: LATEST, ...selection });
  const entries = rows.map((row) => asEntry(presentListed(context, row), language, 'taxonId' in selection));
  return entries.length === 0 ? [] : [{ title: say(language, 'latest'), entries }];
}

function asEntry(record: ListedObservation, language: Language, isOfTaxon: boolean): PageEntry {
  const name = record.taxon?.name || record.verbatim_name || say(language, 'unnamed');
  const place = record.place ? formatPlace(record.place, language) : countryInWords(record.country_code, language);
  const date = dateInWords(record.observed_on, language);
  return {
    text: isOfTaxon ? joined([date, place], ' · ') || name : name,
    ...(!isOfTaxon && record.taxon?.name === record.taxon?.scientific_name && record.taxon && { is_scientific: true }),
    detail: isOfTaxon ? record.user.name || null : joined([date, place], ' · ') || null,
    path: `/observations/${record.id}`,
  };
}

async function findSpeciesPage(context: Context, text: string, viewer: Viewer): Promise<PublicDocument | null> {
  const { language } = viewer;
  const id = await currentTaxonId(context.readDb, Number(text));
  const taxon = await findTaxon(context.readDb, id, language);
  if (!taxon || taxon.is_deleted) return null;
  const image = taxon.has_image ? await findTaxonPicture(context.readDb, id, '1600') : null;
  const credit = image && (await findCredit(context, id));
  const isNamed = taxon.name !== taxon.scientific_name;
  const lists = await latestRecords(context, viewer, { taxonId: id });
  const content: PageContent = {
    ...NOTHING,
    kind: 'species',
    path: `/species/${id}`,
    title: taxon.name,
    scientific_name: isNamed ? taxon.scientific_name : null,
    description: say(language, 'species_description', { what: isNamed ? `${taxon.name} (${taxon.scientific_name})` : taxon.name }),
    pictures: image
      ? [
          {
            url: `/api/taxon/${id}/image?size=512`,
            large_url: `/api/taxon/${id}/image?size=1600`,
            width: null,
            height: null,
            alt: taxon.name,
            credit: credit?.line ?? null,
          },
        ]
      : [],
    facts: asFacts(language, [
      ['scientific_name', joined([taxon.scientific_name, taxon.authority], ' ')],
      ['family', taxon.family ?? ''],
    ]),
    lists,
    license: licenseInWords(credit?.license),
  };
  const address = publicUrl(context) + content.path;
  const data = { ...describeTaxon(taxon), '@id': address, url: address, image: describePictures(content, publicUrl(context)) };
  return { content, data, caption: taxon.family ?? '', picture: image && displayKey(image.media_id, 1600, image.crop_id) };
}

async function findCredit({ readDb }: Context, id: number): Promise<{ license: string | null; line: string | null }> {
  const row = await readDb.selectFrom('taxa').select(['image_attribution', 'image_license']).where('id', '=', id).executeTakeFirst();
  const license = row?.image_license ?? null;
  return { license, line: joined([row?.image_attribution, licenseInWords(license)?.name ?? license], ', ') || null };
}

/** Taxa with records in public lists, in order of id. */
async function listRecordedTaxa({ readDb }: Context, { after, limit }: SitemapPart): Promise<readonly SitemapEntry[]> {
  const { rows } = await sql<SitemapEntry>`
    select t.id::text as id, null as "changedOn" from taxa t
    where not t.is_deleted and t.accepted_id is null and t.id > ${Number(after ?? 0)} and exists (
      select 1 from observations o join users u on u.id = o.user_id where o.taxon_id = t.id and ${IS_LISTED} and o.geoprivacy <> 'private'
    ) order by t.id limit ${limit}
  `.execute(readDb);
  return rows;
}

async function findProjectPage(context: Context, id: string, viewer: Viewer): Promise<PublicDocument | null> {
  const { language } = viewer;
  const project = await findProject(context.readDb, id, viewer.userId, context.now());
  if (!project || project.joining !== 'everyone' || project.is_blocked) return null;
  const { records, species } = await countRecords(context.readDb, project, viewer.userId);
  const days = dateInWords(`${project.start_on}/${project.end_on}`, language);
  const count = (value: number) => numberInWords(value, language);
  const content: PageContent = {
    ...NOTHING,
    kind: 'projects',
    path: `/projects/${id}`,
    title: project.name,
    description: project.description || say(language, 'project_description', { name: project.name, days }),
    facts: asFacts(language, [
      ['date', days],
      ['records', count(records)],
      ['species_count', count(species)],
      ['participants', count(project.people)],
    ]),
    text: project.description,
  };
  const address = publicUrl(context) + content.path;
  const data = { '@type': 'ResearchProject', '@id': address, url: address, name: project.name, description: content.description };
  return { content, data, caption: days, picture: null };
}

async function listOpenProjects({ readDb }: Context, { after, limit }: SitemapPart): Promise<readonly SitemapEntry[]> {
  const { rows } = await sql<SitemapEntry>`
    select p.id, null as "changedOn" from projects p
    where p.joining = 'everyone' ${after === null ? sql`` : sql`and p.id > ${after}::uuid`} order by p.id limit ${limit}
  `.execute(readDb);
  return rows;
}

/** Only of people in the community who let everyone see their profile. */
async function findPersonPage(context: Context, id: string, viewer: Viewer): Promise<PublicDocument | null> {
  const { language } = viewer;
  const [open] = await listProfiles(context, sql`u.id = ${id}`, 1);
  if (!open) return null;
  const person = await findPerson(context.readDb, id, sendsMail(context), viewer.userId);
  const profile = await findProfileOfPerson(context.readDb, id);
  if (!person || !profile) return null;
  const count = (value: number) => numberInWords(value, language);
  const portrait = portraitUrl(profile.portrait_id);
  const content: PageContent = {
    ...NOTHING,
    kind: 'people',
    path: `/profile/${id}`,
    title: person.name,
    description: say(language, 'person_description', {
      name: person.name,
      records: count(person.observations),
      species: count(person.species),
    }),
    pictures: portrait ? [{ url: portrait, large_url: null, width: 512, height: 512, alt: person.name, credit: null }] : [],
    facts: asFacts(language, [
      ['country', countryInWords(person.country_code, language)],
      ['records', count(person.observations)],
      ['species_count', count(person.species)],
    ]),
    text: profile.bio,
    lists: await latestRecords(context, viewer, { userId: id }),
  };
  const address = publicUrl(context) + content.path;
  const mainEntity = { '@type': 'Person', '@id': address, name: person.name, ...(profile.bio && { description: profile.bio }) };
  return { content, data: { '@type': 'ProfilePage', url: address, mainEntity }, caption: content.description, picture: null };
}

function listPublicProfiles(context: Context, { after, limit }: SitemapPart): Promise<readonly SitemapEntry[]> {
  return listProfiles(context, after === null ? sql`true` : sql`u.id > ${after}::uuid`, limit);
}

async function listProfiles(context: Context, which: ReturnType<typeof sql>, limit: number): Promise<readonly SitemapEntry[]> {
  const { rows } = await sql<SitemapEntry>`
    select u.id, null as "changedOn" from users u
    where u.deleted_at is null and ${hasPublicProfile(sendsMail(context))} and ${which} order by u.id limit ${limit}
  `.execute(context.readDb);
  return rows;
}
