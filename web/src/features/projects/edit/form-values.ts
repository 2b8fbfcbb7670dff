import {
  hasOrder,
  type Project,
  PROJECT_LIMITS,
  type ProjectArea,
  type ProjectGoal,
  type ProjectJoining,
  type ProjectWrite,
  type RequiredField,
  type TaxonGroup,
  type TaxonSummary,
} from '@veld/contract';

/** The form of a project, as typed. */
export interface ProjectForm {
  name: string;
  description: string;
  start_on: string;
  end_on: string;
  /** HH:MM; empty for the whole day. */
  start_time: string;
  end_time: string;
  time_zone: string;
  area: ProjectArea;
  taxa: readonly TaxonSummary[];
  groups: readonly TaxonGroup[];
  photo_required: boolean;
  required_fields: readonly RequiredField[];
  /** As typed; empty for any. */
  max_uncertainty_m: string;
  confirmed_only: boolean;
  joining: ProjectJoining;
  goals: readonly GoalForm[];
  parts: readonly { id: string; name: string }[];
  organisers: readonly { id: string; name: string }[];
}

/** A goal, with its number as typed. */
export type GoalForm = { target: string } & (
  | { kind: 'species' | 'records' | 'people' }
  | { kind: 'taxon'; taxon: TaxonSummary }
  | { kind: 'group'; group: TaxonGroup }
);

/** What a goal counts. */
type Counted = GoalForm extends infer G ? (G extends GoalForm ? Omit<G, 'target'> : never) : never;

/** The goals with another one, unless they have it already. */
export function addGoal(goals: readonly GoalForm[], counted: Counted): readonly GoalForm[] {
  const keyOf = (goal: Counted) => JSON.stringify([goal.kind, goal.kind === 'taxon' ? goal.taxon.id : goal.kind === 'group' && goal.group]);
  return goals.some((goal) => keyOf(goal) === keyOf(counted)) ? goals : [...goals, { ...counted, target: '' }];
}

export type FormFault = 'missing' | 'too_long' | 'order' | 'no_country' | 'no_shape' | 'no_number' | 'no_metres';
export type FormFaults = Partial<
  Record<'name' | 'description' | 'start_on' | 'end_on' | 'area' | 'goals' | 'max_uncertainty_m', FormFault>
>;

export function emptyForm(today: string, timeZone: string): ProjectForm {
  return {
    name: '',
    description: '',
    start_on: today,
    end_on: today,
    start_time: '',
    end_time: '',
    time_zone: timeZone,
    area: { type: 'worldwide' },
    taxa: [],
    groups: [],
    photo_required: false,
    required_fields: [],
    max_uncertainty_m: '',
    confirmed_only: false,
    joining: 'everyone',
    goals: [],
    parts: [],
    organisers: [],
  };
}

export function fillProjectForm(project: Project): ProjectForm {
  const { name, description, start_on, end_on, time_zone, area, taxa, groups, photo_required, confirmed_only, joining, organisers } =
    project;
  const hours = { start_time: project.start_time ?? '', end_time: project.end_time ?? '' };
  const goals = project.goals.flatMap(fillGoal);
  const parts = project.parts;
  const required_fields = project.required_fields;
  const max_uncertainty_m = project.max_uncertainty_m === null ? '' : String(project.max_uncertainty_m);
  return {
    name,
    description,
    start_on,
    end_on,
    ...hours,
    goals,
    parts,
    required_fields,
    max_uncertainty_m,
    time_zone,
    area,
    taxa,
    groups,
    photo_required,
    confirmed_only,
    joining,
    organisers,
  };
}

/** A whole number from 1 to `max`, as typed; null for anything else. */
function readNumber(typed: string, max: number): number | null {
  const text = typed.trim();
  const value = /^\d+$/.test(text) ? Number(text) : 0;
  return value >= 1 && value <= max ? value : null;
}

/** Whether what was typed as the number of a goal is something else; nothing typed is not wrong yet. */
export const isWrongTarget = (typed: string): boolean => typed.trim() !== '' && readNumber(typed, PROJECT_LIMITS.target) === null;

export const isWrongUncertainty = (typed: string): boolean => typed.trim() !== '' && readNumber(typed, PROJECT_LIMITS.uncertainty) === null;

/** What has to be corrected before the form can be sent. */
export function findProjectFaults(form: ProjectForm): FormFaults {
  const { name, description, start_on, end_on, area } = form;
  const faults: FormFaults = {};
  if (name.trim() === '') faults.name = 'missing';
  else if (name.length > PROJECT_LIMITS.name) faults.name = 'too_long';
  if (description.length > PROJECT_LIMITS.description) faults.description = 'too_long';
  if (start_on === '') faults.start_on = 'missing';
  if (end_on === '') faults.end_on = 'missing';
  else if (start_on !== '' && !hasOrder(readHours(form))) faults.end_on = 'order';
  if (isWrongUncertainty(form.max_uncertainty_m)) faults.max_uncertainty_m = 'no_metres';
  if (form.goals.some(({ target }) => readNumber(target, PROJECT_LIMITS.target) === null)) faults.goals = 'no_number';
  if (area.type === 'countries' && area.countries.length === 0) faults.area = 'no_country';
  if (area.type === 'polygon' && area.geometry.coordinates.length === 0) faults.area = 'no_shape';
  return faults;
}

function readGoal(goal: GoalForm): ProjectGoal {
  const target = Number(goal.target);
  if (goal.kind === 'taxon') return { kind: 'taxon', target, taxon_id: goal.taxon.id };
  return goal.kind === 'group' ? { kind: 'group', target, group: goal.group } : { kind: goal.kind, target };
}

function fillGoal({ goal, taxon }: Project['goals'][number]): GoalForm[] {
  const target = String(goal.target);
  if (goal.kind === 'taxon') return taxon ? [{ kind: 'taxon', target, taxon }] : [];
  return [{ ...goal, target }];
}

function readHours({ start_on, end_on, start_time, end_time }: Pick<ProjectForm, 'start_on' | 'end_on' | 'start_time' | 'end_time'>) {
  return { start_on, end_on, start_time: start_time || null, end_time: end_time || null };
}

/** What is sent. A new project has no organisers yet but the user. */
export function readProjectForm({ taxa, organisers, goals, parts, ...form }: ProjectForm): ProjectWrite {
  return {
    ...form,
    ...readHours(form),
    groups: [...form.groups],
    goals: goals.map(readGoal),
    parts: parts.map(({ id }) => id),
    required_fields: [...form.required_fields],
    max_uncertainty_m: readNumber(form.max_uncertainty_m, PROJECT_LIMITS.uncertainty),
    taxon_ids: taxa.map(({ id }) => id),
    ...(organisers.length > 0 ? { organisers: organisers.map(({ id }) => id) } : {}),
  };
}
