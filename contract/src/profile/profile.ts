import { z } from 'zod/mini';
import { CommunityUser } from '../community.ts';
import { route } from '../route.ts';
import { Language, text, Uuid, CountryFilter, Cursor, DeviceMadeId, NumberText, Period } from '../vocabulary.ts';
import { ListedObservation } from '../observations.ts';
import { TaxonSummary } from '../taxa.ts';

const FORM = /^\d{4}-\d{4}-\d{4}-\d{3}[\dX]$/;

/** Whether a text is an ORCID iD whose last character is its checksum (ISO 7064 mod 11-2). */
export function isOrcid(text: string): boolean {
  if (!FORM.test(text)) return false;
  const characters = text.replaceAll('-', '');
  let total = 0;
  for (const digit of characters.slice(0, -1)) total = (total + Number(digit)) * 2;
  const check = (12 - (total % 11)) % 11;
  return characters.at(-1) === (check === 10 ? 'X' : String(check));
}

/** An ORCID iD as people enter it, also as an address or in lower case. */
export function readOrcid(text: string): string {
  return text
    .trim()
    .replace(/^(https?:\/\/)?(www\.)?orcid\.org\//i, '')
    .toUpperCase();
}

export const BIO_LENGTH = 500;
export const MAX_LINKS = 3;
/** Of the picture that a device sends, in base64. */
export const MAX_PORTRAIT_LENGTH = 1_000_000;

const ProfileLink = text(200).check(z.refine((value) => /^https:\/\/\S+$/.test(value) && URL.canParse(value), { error: 'https' }));

/** What people write about themselves. */
export const ProfileDraft = z.strictObject({
  bio: text(BIO_LENGTH),
  languages: z.array(Language).check(z.maxLength(9)),
  orcid: z.nullable(z.string().check(z.refine(isOrcid, { error: 'orcid' }))),
  links: z.array(ProfileLink).check(z.maxLength(MAX_LINKS)),
  /** Whether others see the level and the badges. */
  shares_badges: z.boolean(),
});
export type ProfileDraft = z.infer<typeof ProfileDraft>;

/** The caller's own, as they entered it. */
export const OwnProfileTexts = z.object({ ...ProfileDraft.shape, portrait_url: z.nullable(z.string()) });
export type OwnProfileTexts = z.infer<typeof OwnProfileTexts>;

/** A profile as others see it. Someone who is not listed in the community has a name and public records, and nothing else. */
export const CommunityProfile = z.object({
  ...CommunityUser.shape,
  /** The month, YYYY-MM. */
  joined: z.nullable(z.string()),
  bio: z.string(),
  languages: z.array(Language),
  orcid: z.nullable(z.string()),
  links: z.array(z.string()),
  portrait_url: z.nullable(z.string()),
  /** As of the start of the day in UTC, so that it does not show when a hidden record was made. Null if not shared. */
  level: z.nullable(z.int()),
  badges: z.nullable(z.array(z.object({ id: z.string(), earned_at: z.string() }))),
  /** Whether they share with the caller which species they still need. */
  shares_needs: z.boolean(),
});
export type CommunityProfile = z.infer<typeof CommunityProfile>;

export const getCommunityProfile = route({
  method: 'GET',
  path: '/api/community/profile/:id',
  summary: 'The profile of a person as others see it; one’s own too',
  params: z.object({ id: Uuid }),
  replies: { 200: z.object({ data: CommunityProfile }) },
});

export const getOwnProfile = route({
  method: 'GET',
  path: '/api/community/profile',
  summary: 'What the caller tells about themselves',
  replies: { 200: z.object({ data: OwnProfileTexts }) },
});

export const putOwnProfile = route({
  method: 'PUT',
  path: '/api/community/profile',
  summary: 'Change what the caller tells about themselves; not the picture',
  body: ProfileDraft,
  replies: { 200: z.object({ data: OwnProfileTexts }) },
});

export const putPortrait = route({
  method: 'PUT',
  path: '/api/community/portrait',
  summary: 'Set the picture of the caller: a JPEG, PNG or WebP in base64, which is re-encoded without metadata',
  body: z.strictObject({
    picture: z.string().check(z.maxLength(MAX_PORTRAIT_LENGTH), z.regex(/^[A-Za-z0-9+/]+={0,2}$/, { error: 'picture' })),
  }),
  replies: { 200: z.object({ data: OwnProfileTexts }) },
});

export const deletePortrait = route({
  method: 'DELETE',
  path: '/api/community/portrait',
  summary: 'Remove the picture of the caller',
  replies: { 204: null },
});

export const getPortrait = route({
  method: 'GET',
  path: '/api/community/portraits/:id',
  summary: 'The picture of a person, by the address in their profile',
  params: z.object({ id: Uuid }),
  replies: { 200: z.any() },
  replyType: 'image/webp',
});

/** A record of someone else, and what a person said that it shows. */
export const IdentifiedRecord = z.object({
  identification: z.object({
    id: DeviceMadeId,
    taxon: TaxonSummary,
    disagrees: z.boolean(),
    comment: z.string(),
    created_at: z.string(),
  }),
  record: ListedObservation,
});
export type IdentifiedRecord = z.infer<typeof IdentifiedRecord>;

export const listIdentificationsOfPerson = route({
  method: 'GET',
  path: '/api/community/profile/:id/identifications',
  summary:
    'The identifications that a person gave and did not withdraw, of records that the caller may see and that do not hide their place; last received first',
  params: z.object({ id: Uuid }),
  query: z.object({
    /** By the day (UTC) of the identification. */
    period: z.optional(Period),
    country: z.optional(CountryFilter),
    cursor: z.optional(Cursor),
    limit: z.optional(z.pipe(NumberText, z.int().check(z.gte(1), z.lte(50)))),
  }),
  replies: { 200: z.object({ data: z.array(IdentifiedRecord), next_cursor: z.nullable(z.string()) }) },
});
