import { NativeSelect } from '@mantine/core';
import { PROJECT_LIMITS } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { FieldGroup } from '../../../ui/fields/FieldGroup';
import { useProjectPeople } from '../data';
import { Chip } from './Chip';
import type { ProjectForm } from './form-values';
import classes from './edit.module.css';

interface Props {
  id: string;
  value: ProjectForm['organisers'];
  onChange: (organisers: ProjectForm['organisers']) => void;
  error: string | undefined;
}

/** Who organises a project. One of them always stays; more are chosen from the participants. */
export function OrganisersField({ id, value, onChange, error }: Props) {
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
