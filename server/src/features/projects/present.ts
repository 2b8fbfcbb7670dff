import type { ListedProject, Project, ProjectCounts, TaxonSummary } from '@veld/contract';
import type { PersonRow, ProjectRow } from './store.ts';

export function presentListed(row: ProjectRow): ListedProject {
  return {
    id: row.id,
    name: row.name,
    start_on: row.start_on,
    end_on: row.end_on,
    start_time: row.start_time,
    end_time: row.end_time,
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
  parts: Project['parts'];
  /** The records that count for each goal about a taxon or a group. */
  goalRecords: readonly number[];
}

/** Only those who take part in or organise it get the secret of its link. */
export function presentProject(row: ProjectRow, { organisers, taxa, counts, own, parts, goalRecords }: ProjectParts): Project {
  return {
    ...presentListed(row),
    description: row.description,
    area: row.area,
    taxa: row.taxon_ids.flatMap((id) => taxa.get(id) ?? []),
    photo_required: row.photo_required,
    required_fields: row.required_fields,
    max_uncertainty_m: row.max_uncertainty_m,
    confirmed_only: row.confirmed_only,
    organisers: [...organisers],
    owner_id: organisers.some(({ id }) => id === row.owner_id) ? row.owner_id : null,
    is_removed: row.is_removed,
    counts,
    own,
    parts,
    goals: row.goals.map((goal, at) => ({
      goal,
      taxon: (goal.kind === 'taxon' && taxa.get(goal.taxon_id)) || null,
      value:
        goal.kind === 'people' ? row.people : goal.kind === 'taxon' || goal.kind === 'group' ? (goalRecords[at] ?? 0) : counts[goal.kind],
    })),
    invite: row.joining === 'link' && (row.is_joined || row.is_organiser) ? row.invite : null,
    version: row.version,
  };
}
