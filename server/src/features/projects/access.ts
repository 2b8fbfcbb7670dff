import { randomBytes } from 'node:crypto';
import { Fault } from '../../http/fault.ts';
import type { Context } from '../../http/context.ts';
import { isModerator, type Reader } from '../accounts/access.ts';
import type { FindProjectRecords } from '../observations/filter/resolve-filter.ts';
import { findProject, type ProjectRow } from './store.ts';
import { isInProject } from './records-store.ts';

/** Requires a project that the caller can see; otherwise 404, as for one that does not exist. `invite` is the secret of a link. */
export function requireVisible(project: ProjectRow | undefined, caller: Pick<Reader, 'roles'>, invite?: string): ProjectRow {
  if (!project || !isVisible(project, caller, invite)) throw new Fault('not_found');
  return project;
}

function isVisible(
  { joining, is_joined, is_organiser, is_blocked, ...project }: ProjectRow,
  caller: Pick<Reader, 'roles'>,
  invite?: string,
): boolean {
  if (is_joined || is_organiser || isModerator(caller)) return true;
  if (is_blocked) return false;
  return joining === 'everyone' || (invite !== undefined && invite === project.invite);
}

/** A secret for the link of a project. */
export function newInvite(): string {
  return randomBytes(16).toString('base64url');
}

/** Requires an organiser or an admin; otherwise 403, or 404 where the caller cannot even see the project. */
export function requireOrganiser(project: ProjectRow | undefined, caller: Pick<Reader, 'roles'>): ProjectRow {
  const visible = requireVisible(project, caller);
  if (!visible.is_organiser && !isModerator(caller)) throw new Fault('forbidden');
  return visible;
}

/** For filters of records: the records of a project that the reader can see. */
export function findProjectRecords({ readDb, now }: Pick<Context, 'readDb' | 'now'>): FindProjectRecords {
  return async (projectId, who) => {
    const project = requireVisible(await findProject(readDb, projectId, who.userId, now()), who);
    return isInProject(project, who.userId);
  };
}
