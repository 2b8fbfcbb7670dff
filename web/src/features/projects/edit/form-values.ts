import {
  type Project,
  PROJECT_LIMITS,
  type ProjectArea,
  type ProjectJoining,
  type ProjectWrite,
  type TaxonGroup,
  type TaxonSummary,
} from '@veld/contract';

/** The form of a project, as typed. */
export interface ProjectForm {
  name: string;
  description: string;
  start_on: string;
  end_on: string;
  time_zone: string;
  area: ProjectArea;
  taxa: readonly TaxonSummary[];
  groups: readonly TaxonGroup[];
  photo_required: boolean;
  confirmed_only: boolean;
  joining: ProjectJoining;
  organisers: readonly { id: string; name: string }[];
}

export type FormFault = 'missing' | 'too_long' | 'order' | 'no_country' | 'no_shape';
export type FormFaults = Partial<Record<'name' | 'description' | 'start_on' | 'end_on' | 'area', FormFault>>;

export function emptyForm(today: string, timeZone: string): ProjectForm {
  return {
    name: '',
    description: '',
    start_on: today,
    end_on: today,
    time_zone: timeZone,
    area: { type: 'worldwide' },
    taxa: [],
    groups: [],
    photo_required: false,
    confirmed_only: false,
    joining: 'everyone',
    organisers: [],
  };
}

export function fillProjectForm(project: Project): ProjectForm {
  const { name, description, start_on, end_on, time_zone, area, taxa, groups, photo_required, confirmed_only, joining, organisers } =
    project;
  return { name, description, start_on, end_on, time_zone, area, taxa, groups, photo_required, confirmed_only, joining, organisers };
}

/** What has to be corrected before the form can be sent. */
export function findProjectFaults({ name, description, start_on, end_on, area }: ProjectForm): FormFaults {
  const faults: FormFaults = {};
  if (name.trim() === '') faults.name = 'missing';
  else if (name.length > PROJECT_LIMITS.name) faults.name = 'too_long';
  if (description.length > PROJECT_LIMITS.description) faults.description = 'too_long';
  if (start_on === '') faults.start_on = 'missing';
  if (end_on === '') faults.end_on = 'missing';
  else if (end_on < start_on) faults.end_on = 'order';
  if (area.type === 'countries' && area.countries.length === 0) faults.area = 'no_country';
  if (area.type === 'polygon' && area.geometry.coordinates.length === 0) faults.area = 'no_shape';
  return faults;
}

/** What is sent. A new project has no organisers yet but the user. */
export function readProjectForm({ taxa, organisers, ...form }: ProjectForm): ProjectWrite {
  return {
    ...form,
    groups: [...form.groups],
    taxon_ids: taxa.map(({ id }) => id),
    ...(organisers.length > 0 ? { organisers: organisers.map(({ id }) => id) } : {}),
  };
}
