import { useEffect } from 'react';
import { type KnownNeeds, rememberNeeds } from '../../../local/device/project-needs';
import { currentDatabase } from '../../../shared/session/session';
import type { Project } from '../data';

/** What the form is told of a project; null if it needs nothing, or the user does not take part in it. */
export function pickNeeds(project: Project, isJoined: boolean): KnownNeeds | null {
  const { id, name, start_on, end_on, start_time, end_time, time_zone, photo_required, required_fields, max_uncertainty_m } = project;
  const hasNeeds = photo_required || required_fields.length > 0 || max_uncertainty_m !== null || start_time !== null || end_time !== null;
  if (!isJoined || !hasNeeds || project.is_cancelled) return null;
  return { id, name, start_on, end_on, start_time, end_time, time_zone, photo_required, required_fields, max_uncertainty_m };
}

/** Keeps on this device what the project on the screen needs, for the form. */
export function useRememberNeeds(project: Project, isJoined: boolean): void {
  const needs = JSON.stringify(pickNeeds(project, isJoined));
  useEffect(() => {
    rememberNeeds(currentDatabase(), project.id, JSON.parse(needs) as KnownNeeds | null).catch((error: unknown) =>
      console.error('Project needs', error),
    );
  }, [project.id, needs]);
}
