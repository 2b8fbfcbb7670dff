import { Alert, Button, Checkbox, Radio, Textarea, TextInput } from '@mantine/core';
import { PROJECT_JOINING, PROJECT_LIMITS } from '@veld/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { FieldGroup, FieldHint } from '../../../ui/fields/FieldGroup';
import { number } from '../../../i18n/format';
import { CallError, useLanguage } from '../../../shared/session/session';
import { useSending } from '../../../shared/session/form';
import { type Project, projectAddress, saveProject, useShowSaved } from '../data';
import { AreaField } from './AreaField';
import { findProjectFaults, type FormFaults, type ProjectForm, readProjectForm } from './form-values';
import { OrganisersField } from './OrganisersField';
import { TaxaField } from './TaxaField';
import { ZoneField } from './ZoneField';
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

function PeriodFields({ form, change, faultText }: FieldsProps) {
  const { t } = useTranslation('projects');
  return (
    <div className={classes.row}>
      {(['start_on', 'end_on'] as const).map((field) => (
        <TextInput
          key={field}
          type="date"
          max="9999-12-31"
          label={t(`field.${field}`)}
          value={form[field]}
          onChange={(event) => change({ [field]: event.currentTarget.value })}
          error={faultText(field)}
        />
      ))}
    </div>
  );
}

/** What a record needs in order to count. */
function RuleFields({ form, change }: FieldsProps) {
  const { t } = useTranslation('projects');
  return (
    <FieldGroup legend={t('field.rules')}>
      <Checkbox
        label={t('rule.photo')}
        checked={form.photo_required}
        onChange={(event) => change({ photo_required: event.currentTarget.checked })}
      />
      <Checkbox
        label={t('rule.confirmed')}
        checked={form.confirmed_only}
        onChange={(event) => change({ confirmed_only: event.currentTarget.checked })}
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
