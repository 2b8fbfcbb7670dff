import type * as contract from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import type { Tables } from '../db/schema.ts';
import type { Context } from './context.ts';
import type { Causes, MergeListener, PhotoUse, Removal } from './pieces.ts';
import type { PublicPage } from './public-page.ts';

/**
 * What a feature declares about itself, in its `feature.ts`. The authorization table, the costs, the registration and the OpenAPI
 * document are computed from the declarations that `features/all.ts` lists (decision 0068).
 */
export interface Feature<Needs = unknown> {
  name: contract.Feature;
  /** The tables that only this feature writes. */
  tables?: readonly TableName[];
  /** Registers the routes and the jobs. `needs` is what other features do for this one; `features/register.ts` composes them. */
  register: (app: FastifyInstance, context: Context, needs: Needs) => void | Promise<void>;
  /** Erases what the feature stores about a person whose account was closed 14 days ago. */
  erase?: Erasers;
  /** What the notifications of the feature are about. */
  causes?: Causes;
  /**
   * Deletes what the feature keeps about records that are deleted, as common table expressions: those of all features become one
   * statement, because deleting is common. `records` is a condition such as `= any(...)`.
   */
  removal?: Removal;
  /** Moves what the feature has about merged taxa to their successors, before the records are moved. */
  onMerged?: MergeListener;
  /** How the feature uses photos. */
  photos?: PhotoUse;
  /** What of the feature has a page that everyone can open. */
  pages?: readonly PublicPage[];
  routes: Readonly<Partial<Record<RouteName, RouteRow>>>;
}

/** Erases what a feature stores about a person. Idempotent: an interrupted erasure is repeated. */
export type Eraser = (context: Context, userId: string) => Promise<void>;

/** Those of later features run before those of earlier ones, which they refer to, and all of `everything` before those of `private`. */
export interface Erasers {
  /** Of what is the person's alone, whatever they chose. */
  private?: readonly Eraser[];
  /** Of the rest, for people who chose to have their records deleted too. */
  everything?: readonly Eraser[];
  /** Columns in which an id or words of a person stay who keeps the records, and why. */
  keepsWithRecords?: Readonly<Partial<Record<ColumnName, string>>>;
  /** Columns that refer to a person whatever they chose, and why. */
  keepsAlways?: Readonly<Partial<Record<ColumnName, string>>>;
}

/** `table.column` */
type ColumnName = `${TableName}.${string}`;

export type TableName = keyof Tables;

type ContractRoutes = typeof contract;
type ContractRouteName = {
  [Name in keyof ContractRoutes]: ContractRoutes[Name] extends contract.Route ? contract.RouteKey<ContractRoutes[Name]> : never;
}[keyof ContractRoutes];
/** The routes of the upload protocol, which tus serves, so that they are not in the contract. */
type UploadRouteName = `${'POST' | 'OPTIONS'} /api/uploads` | `${'POST' | 'HEAD' | 'PATCH' | 'DELETE'} /api/uploads/:id`;
/** A method and a path: `PUT /api/observations/:id`. */
export type RouteName = ContractRouteName | UploadRouteName;

/** What is declared about a route. */
export interface RouteRow {
  access: AccessRow;
  /** The access where ALLOW_BROWSING lets visitors look around, if that is different. */
  withBrowsing?: AccessRow;
  cost: Cost;
}

/**
 * The expected status of a route by caller. Every row is tested on a running server with every caller and every state of the object
 * (authorization.test.ts).
 *
 * Callers: `none` has no valid session (no token, an invented, expired or revoked one, a revoke key, or the token of a deleted
 * account), and all of these must get the same response. `user` is logged in, `pro` has is_pro, and `owner` owns the object.
 * `pro` and `curator` default to `user`, and `admin` to `curator`.
 */
export interface AccessRow {
  none: Expected;
  user: Expected | ByState;
  pro?: Expected | ByState;
  curator?: Expected | ByState;
  admin?: Expected | ByState;
  /** Only for routes that address an object. */
  owner?: ByState;
}

export type Expected = number;

/** States of the object that a route addresses. Its owner is always anna. */
export type ObjectState = 'open' | 'obscured' | 'private' | 'deleted' | 'missing' | 'malformed';

/** By state of the object; `other` applies to all remaining states. */
export type ByState = Partial<Record<ObjectState, Expected>> & { other: Expected };

export const NOT_OWNER = { other: 404 } as const;
/** Of a project that is joined by its link, or a journey, for those who see it. */
export const SEEN = { open: 200, private: 200, other: 404 } as const;

/**
 * The number of SQL statements of a route, `begin` and `commit` included, for the request of its case when it is not the first of its
 * kind. A number that depends on how many rows the answer has fails the tests (statements.test.ts), as does a sequential scan of a
 * large table that the row does not allow.
 */
export interface Cost {
  statements: number;
  /** Large tables that the route has to read as a whole, and why. */
  scans?: { tables: readonly TableName[]; because: string };
}
