import type { ListedProject, Project, ProjectCounts, TaxonSummary } from '@veld/contract';
import type { PersonRow, ProjectRow } from './store.ts';

export function presentListed(row: ProjectRow): ListedProject {
  return {
    id: row.id,
    name: row.name,
    start_on: row.start_on,
    end_on: row.end_on,
    time_zone: row.time_zone,
    state: row.state,
    is_cancelled: row.cancelled_at !== null,
    joining: row.joining,
    countries: row.countries,
    groups: row.groups,
    people: row.people,
    is_joined: row.is_joined,
    is_organiser: row.is_organiser,
  };
}

export interface ProjectParts {
  organisers: readonly PersonRow[];
  taxa: ReadonlyMap<number, TaxonSummary>;
  counts: ProjectCounts;
  own: ProjectCounts | null;
}

/** Only those who take part in or organise it get the secret of its link. */
export function presentProject(row: ProjectRow, { organisers, taxa, counts, own }: ProjectParts): Project {
  return {
    ...presentListed(row),
    description: row.description,
    area: row.area,
    taxa: row.taxon_ids.flatMap((id) => taxa.get(id) ?? []),
    photo_required: row.photo_required,
    confirmed_only: row.confirmed_only,
    organisers: [...organisers],
    counts,
    own,
    invite: row.joining === 'link' && (row.is_joined || row.is_organiser) ? row.invite : null,
    version: row.version,
  };
}
