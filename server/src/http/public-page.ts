import type { Language, PageContent, PageKind } from '@veld/contract';
import type { Context } from './context.ts';

/** Who opens a page: `NOBODY` for everyone who does not log in for it. */
export interface Viewer {
  userId: string;
  language: Language;
}

/**
 * A kind of page that everyone can open where visitors may look around: the document of the address that the app has for it, with its
 * preview picture and its place in the sitemaps (decision 0081). A feature declares it as `pages` in its `feature.ts`:
 *
 *     pages: [{ kind: 'places', path: '/places/:id', isId: (id) => UUID.test(id), find: findPlacePage, list: listPublicPlaces }]
 *
 * `find` asks for what the viewer may see by the same conditions as everywhere else, and takes coordinates from the public projection.
 * The app shows the same content to visitors if the feature maps its screen to `PublicPageScreen` (`web/src/features/visitors`).
 */
export interface PublicPage {
  kind: PageKind;
  /** As the app's, with one parameter `:id`. */
  path: `/${string}/:id`;
  /** Whether a text can be an id: what cannot is another screen, such as `/projects/new`. */
  isId: (text: string) => boolean;
  /** Null if there is nothing that everyone may see; `gone` only for what everyone could see before. */
  find: (context: Context, id: string, viewer: Viewer) => Promise<PublicDocument | 'gone' | null>;
  /** What the sitemaps list of it, by id after `after`. Only what is public, and listed for strangers. */
  list?: (context: Context, part: SitemapPart) => Promise<readonly SitemapEntry[]>;
}

export interface PublicDocument {
  content: PageContent;
  /** What it is by schema.org, without `@context`. */
  data: Readonly<Record<string, unknown>>;
  /** The last line of the preview, such as the place and the date. */
  caption: string;
  /** The picture of the preview: where the file store has it, or how to read it, with what changes when it does; null without one. */
  picture: string | { key: string; read: () => Promise<Buffer | undefined> } | null;
}

export interface SitemapPart {
  /** Null for the first part. */
  after: string | null;
  limit: number;
}

export interface SitemapEntry {
  id: string;
  /** A day, where it is public when something changed; null otherwise. */
  changedOn: string | null;
}
