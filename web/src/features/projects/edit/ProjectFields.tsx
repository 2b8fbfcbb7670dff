import { Alert, Button, Checkbox, NativeSelect, Radio, Textarea, TextInput, Autocomplete } from '@mantine/core';
import { PROJECT_JOINING, PROJECT_LIMITS, REQUIRED_FIELDS, TAXON_GROUPS, type TaxonGroup, type TaxonSummary } from '@veld/contract';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { number } from '../../../i18n/format';
import { useSending } from '../../../shared/session/form';
import { CallError, useLanguage } from '../../../shared/session/session';
import { TaxonSearch } from '../../../shared/taxon-search/TaxonSearch';
import { FieldGroup, FieldHint } from '../../../ui/fields/FieldGroup';
import { type Project, projectAddress, saveProject, useProjectPeople, useShowSaved } from '../data';
import { AreaField, Chip } from './AreaField';
import { GoalsField } from './GoalsField';
import { findProjectFaults, type FormFaults, isWrongUncertainty, type ProjectForm, readProjectForm } from './form-values';
import { PartsField } from './PartsField';
import classes from './edit.module.css';

interface Props {
  id: string;
  /** The version that the form began with; null for a new project. */
  version: number | null;
  start: ProjectForm;
  /** Begins again with a newer version. */
  onTakeNewer?: (newer: Project) => void;
}

/** The fields of a project. Nothing is sent before they are valid; sending again after a lost answer changes nothing. */
export function ProjectFields({ id, version, start, onTakeNewer }: Props) {
  const { t } = useTranslation(['projects', 'common']);
  const { form, change, clash, faultText, submit, isSending, errors } = useProjectForm(id, version, start);
  const fields = { form, change, faultText };

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {errors.form && (
        <Alert color="brick" role="alert">
          {errors.form}
        </Alert>
      )}
      {clash !== null && (
        <Alert color="ochre" role="alert">
          <p className={classes.text}>{t('clash')}</p>
          {onTakeNewer && (
            <Button variant="default" onClick={() => onTakeNewer(clash)}>
              {t('clash_theirs')}
            </Button>
          )}
        </Alert>
      )}
      <DescriptionFields {...fields} />
      <PeriodFields {...fields} />
      <ZoneField value={form.time_zone} onChange={(time_zone) => change({ time_zone })} error={errors.fields.time_zone} />
      <AreaField value={form.area} onChange={(area) => change({ area })} error={faultText('area') ?? areaError(errors.fields)} />
      <TaxaField taxa={form.taxa} groups={form.groups} onChange={change} error={errors.fields.taxon_ids ?? errors.fields.groups} />
      <RuleFields {...fields} />
      <GoalsField value={form.goals} onChange={(goals) => change({ goals })} error={faultText('goals') ?? errors.fields.goals} />
      <PartsField id={id} value={form.parts} onChange={(parts) => change({ parts })} error={errors.fields.parts} />
      <JoiningField {...fields} />
      {version !== null && (
        <>
          <OrganisersField
            id={id}
            value={form.organisers}
            onChange={(organisers) => change({ organisers })}
            error={errors.fields.organisers}
          />
          <FieldHint>{t('recount')}</FieldHint>
        </>
      )}
      <div className={classes.actions}>
        <Button type="submit" loading={isSending}>
          {t(clash === null ? (version === null ? 'create' : 'common:action.save') : 'clash_mine')}
        </Button>
      </div>
    </form>
  );
}

/** The values of the form and how they are saved. `clash` is a newer version that somebody else saved meanwhile. */
function useProjectForm(id: string, version: number | null, start: ProjectForm) {
  const { t } = useTranslation('projects');
  const language = useLanguage();
  const navigate = useNavigate();
  const showSaved = useShowSaved();
  const [form, setForm] = useState(start);
  const [faults, setFaults] = useState<FormFaults>({});
  const [clash, setClash] = useState<Project | null>(null);
  const change = (part: Partial<ProjectForm>) => {
    setForm((before) => ({ ...before, ...part }));
    setFaults({});
  };
  const { submit, isSending, errors } = useSending(async () => {
    const found = findProjectFaults(form);
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    try {
      const saved = await saveProject(id, clash?.version ?? version, readProjectForm(form));
      showSaved(saved);
      await navigate(projectAddress(id), { replace: true });
    } catch (error) {
      const current = error instanceof CallError && error.code === 'conflict' ? (error.problem?.current as Project | undefined) : undefined;
      if (!current) throw error;
      setClash(current);
    }
  });
  const faultText = (field: keyof FormFaults, max = 0) => {
    const fault = faults[field];
    return fault ? t(`fault.${fault}`, { max: number(max, language) }) : errors.fields[field];
  };
  return { form, change, clash, faultText, submit, isSending, errors };
}

type FieldsProps = Pick<ReturnType<typeof useProjectForm>, 'form' | 'change' | 'faultText'>;

function DescriptionFields({ form, change, faultText }: FieldsProps) {
  const { t } = useTranslation('projects');
  return (
    <>
      <TextInput
        label={t('field.name')}
        value={form.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
        error={faultText('name', PROJECT_LIMITS.name)}
      />
      <Textarea
        label={t('field.description')}
        description={t('field.description_hint')}
        autosize
        minRows={4}
        value={form.description}
        onChange={(event) => change({ description: event.currentTarget.value })}
        error={faultText('description', PROJECT_LIMITS.description)}
      />
    </>
  );
}

const PERIOD_FIELDS = [
  ['start_on', 'start_time'],
  ['end_on', 'end_time'],
] as const;

function PeriodFields({ form, change, faultText }: FieldsProps) {
  const { t } = useTranslation('projects');
  return (
    <FieldGroup>
      {PERIOD_FIELDS.map(([day, time]) => (
        <div key={day} className={classes.row}>
          <TextInput
            type="date"
            max="9999-12-31"
            label={t(`field.${day}`)}
            value={form[day]}
            onChange={(event) => change({ [day]: event.currentTarget.value })}
            error={faultText(day)}
          />
          <TextInput
            type="time"
            label={t(`field.${time}`)}
            value={form[time]}
            onChange={(event) => change({ [time]: event.currentTarget.value.slice(0, 5) })}
          />
        </div>
      ))}
      <FieldHint>{t('field.hours_hint')}</FieldHint>
    </FieldGroup>
  );
}

/** What a record needs in order to count. */
function RuleFields({ form, change, faultText }: FieldsProps) {
  const { t } = useTranslation('projects');
  const language = useLanguage();
  return (
    <FieldGroup legend={t('field.rules')}>
      <Checkbox
        label={t('rule.photo')}
        checked={form.photo_required}
        onChange={(event) => change({ photo_required: event.currentTarget.checked })}
      />
      {REQUIRED_FIELDS.map((field) => (
        <Checkbox
          key={field}
          label={t(`rule.${field}`)}
          checked={form.required_fields.includes(field)}
          onChange={({ currentTarget: { checked } }) =>
            change({ required_fields: REQUIRED_FIELDS.filter((one) => (one === field ? checked : form.required_fields.includes(one))) })
          }
        />
      ))}
      <Checkbox
        label={t('rule.confirmed')}
        checked={form.confirmed_only}
        onChange={(event) => change({ confirmed_only: event.currentTarget.checked })}
      />
      <TextInput
        label={t('field.max_uncertainty_m')}
        description={t('field.max_uncertainty_m_hint')}
        inputMode="numeric"
        value={form.max_uncertainty_m}
        onChange={(event) => change({ max_uncertainty_m: event.currentTarget.value })}
        error={
          isWrongUncertainty(form.max_uncertainty_m)
            ? t('fault.no_metres', { max: number(PROJECT_LIMITS.uncertainty, language) })
            : faultText('max_uncertainty_m', PROJECT_LIMITS.uncertainty)
        }
      />
      <FieldHint>{t('rule.hidden')}</FieldHint>
    </FieldGroup>
  );
}

function JoiningField({ form, change }: FieldsProps) {
  const { t } = useTranslation('projects');
  return (
    <Radio.Group
      label={t('field.joining')}
      value={form.joining}
      onChange={(value) => change({ joining: PROJECT_JOINING.find((one) => one === value) ?? 'everyone' })}
    >
      {PROJECT_JOINING.map((one) => (
        <Radio key={one} className={classes.choice} value={one} label={t(`joining.${one}`)} description={t(`joining.${one}_hint`)} />
      ))}
    </Radio.Group>
  );
}

/** The faults of the parts of the area are named by their path. */
function areaError(fields: Record<string, string>): string | undefined {
  return Object.entries(fields).find(([name]) => name.startsWith('area'))?.[1];
}

interface OrganisersFieldProps {
  id: string;
  value: ProjectForm['organisers'];
  onChange: (organisers: ProjectForm['organisers']) => void;
  error: string | undefined;
}

/** Who organises a project. One of them always stays; more are chosen from the participants. */
function OrganisersField({ id, value, onChange, error }: OrganisersFieldProps) {
  const { t } = useTranslation('projects');
  const { data } = useProjectPeople(id);
  const others = (data?.data ?? []).filter((person) => !value.some((one) => one.id === person.id));
  return (
    <FieldGroup legend={t('field.organisers')}>
      <ul className={classes.chips}>
        {value.map((person) => (
          <li key={person.id}>
            {value.length === 1 ? (
              person.name
            ) : (
              <Chip label={person.name} onRemove={() => onChange(value.filter((one) => one.id !== person.id))} />
            )}
          </li>
        ))}
      </ul>
      {others.length > 0 && value.length < PROJECT_LIMITS.organisers && (
        <NativeSelect
          aria-label={t('add_organiser')}
          value=""
          onChange={(event) => {
            const person = others.find((one) => one.id === event.currentTarget.value);
            if (person) onChange([...value, person]);
          }}
          data={[{ value: '', label: t('add_organiser') }, ...others.map((one) => ({ value: one.id, label: one.name }))]}
        />
      )}
      {error && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
    </FieldGroup>
  );
}

interface TaxaFieldProps {
  taxa: readonly TaxonSummary[];
  groups: readonly TaxonGroup[];
  onChange: (change: Pick<ProjectForm, 'taxa'> | Pick<ProjectForm, 'groups'>) => void;
  error: string | undefined;
}

/** What counts for a project: any taxa and groups; without any, all. */
function TaxaField({ taxa, groups, onChange, error }: TaxaFieldProps) {
  const { t } = useTranslation(['projects', 'common']);
  const labelId = useId();
  const addTaxon = (taxon: TaxonSummary) => {
    if (!taxa.some(({ id }) => id === taxon.id)) onChange({ taxa: [...taxa, taxon] });
  };
  return (
    <FieldGroup legend={t('field.taxa')}>
      <FieldHint>{t(taxa.length + groups.length === 0 ? 'taxa.all' : 'taxa.hint')}</FieldHint>
      {taxa.length + groups.length > 0 && (
        <ul className={classes.chips}>
          {taxa.map((taxon) => (
            <li key={taxon.id}>
              <Chip label={taxon.name} onRemove={() => onChange({ taxa: taxa.filter(({ id }) => id !== taxon.id) })} />
            </li>
          ))}
          {groups.map((group) => (
            <li key={group}>
              <Chip label={t(`common:group.${group}`)} onRemove={() => onChange({ groups: groups.filter((one) => one !== group) })} />
            </li>
          ))}
        </ul>
      )}
      <NativeSelect
        aria-label={t('taxa.add_group')}
        value=""
        onChange={(event) => {
          const group = TAXON_GROUPS.find((one) => one === event.currentTarget.value);
          if (group) onChange({ groups: [...groups, group] });
        }}
        data={[
          { value: '', label: t('taxa.add_group') },
          ...TAXON_GROUPS.filter((group) => !groups.includes(group)).map((group) => ({
            value: group,
            label: t(`common:group.${group}`),
          })),
        ]}
      />
      {taxa.length < PROJECT_LIMITS.taxa && (
        <div>
          <FieldHint id={labelId}>{t('taxa.add_taxon')}</FieldHint>
          <TaxonSearch labelledBy={labelId} onChoose={addTaxon} quick={null} />
        </div>
      )}
      {error && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
    </FieldGroup>
  );
}

interface ZoneFieldProps {
  value: string;
  onChange: (zone: string) => void;
  error: string | undefined;
}

const MAX_OFFERED = 20;

/** The time zone in which a project begins and ends. */
function ZoneField({ value, onChange, error }: ZoneFieldProps) {
  const { t } = useTranslation('projects');
  const [zones] = useState(() => Intl.supportedValuesOf('timeZone'));
  return (
    <Autocomplete
      label={t('field.time_zone')}
      description={t('field.time_zone_hint')}
      data={zones}
      limit={MAX_OFFERED}
      value={value}
      onChange={onChange}
      error={error}
    />
  );
}
