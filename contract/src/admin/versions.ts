import { z } from 'zod/mini';
import { route } from '../route.ts';
import { Language, requiredText } from '../vocabulary.ts';

/** Three numbers, as in `1.4.0`. */
export const AppVersionNumber = z.string().check(z.regex(/^\d{1,5}\.\d{1,5}\.\d{1,5}$/));
/** What older versions of the app do: nothing, offer the update, or require it. */
export const UPDATE_LEVELS = ['info', 'recommended', 'required'] as const;
export const UpdateLevel = z.enum(UPDATE_LEVELS);
export type UpdateLevel = z.infer<typeof UpdateLevel>;

export const MAX_VERSION_NOTES = 4000;

export const AppVersion = z.object({
  version: z.string(),
  level: UpdateLevel,
  /** Where the native app finds it; null for the web. */
  update_url: z.nullable(z.string()),
  /** What is new, by language. */
  notes: z.partialRecord(Language, z.string()),
  created_at: z.string(),
});
export type AppVersion = z.infer<typeof AppVersion>;

export const listAppVersions = route({
  method: 'GET',
  path: '/api/admin/versions',
  summary: 'As admin, the announced versions of the app, the newest first',
  replies: { 200: z.object({ data: z.array(AppVersion) }) },
});

export const putAppVersion = route({
  method: 'PUT',
  path: '/api/admin/versions/:version',
  summary: 'As admin, announce a version of the app, or change the announcement; repeating the request changes nothing',
  params: z.object({ version: AppVersionNumber }),
  body: z.strictObject({
    level: UpdateLevel,
    update_url: z.nullable(z.url({ protocol: /^https?$/, error: 'url' }).check(z.maxLength(500))),
    notes: z.partialRecord(Language, requiredText(MAX_VERSION_NOTES)),
  }),
  replies: { 200: z.object({ data: AppVersion }) },
});

export const deleteAppVersion = route({
  method: 'DELETE',
  path: '/api/admin/versions/:version',
  summary: 'As admin, withdraw the announcement of a version; again changes nothing',
  params: z.object({ version: AppVersionNumber }),
  replies: { 204: null },
});
