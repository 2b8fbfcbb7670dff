import { Button } from '@mantine/core';
import { PROJECT_LIMITS } from '@veld/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldGroup, FieldHint } from '../../../ui/fields/FieldGroup';
import { SearchField } from '../../../ui/SearchField';
import { useProjectsByName } from '../data';
import { Chip } from './AreaField';
import type { ProjectForm } from './form-values';
import classes from './edit.module.css';

interface Props {
  /** The project itself, which is no part of it. */
  id: string;
  value: ProjectForm['parts'];
  onChange: (parts: ProjectForm['parts']) => void;
  error: string | undefined;
}

/** The projects that an umbrella project gathers, found by name. */
export function PartsField({ id, value, onChange, error }: Props) {
  const { t } = useTranslation('projects');
  const [name, setName] = useState('');
  const { data } = useProjectsByName(name);
  const found = (data ?? []).filter((one) => one.id !== id && one.joining === 'everyone' && !value.some((part) => part.id === one.id));
  return (
    <FieldGroup legend={t('parts.field')}>
      <FieldHint>{t('parts.hint')}</FieldHint>
      {value.length > 0 && (
        <ul className={classes.chips}>
          {value.map((part) => (
            <li key={part.id}>
              <Chip label={part.name} onRemove={() => onChange(value.filter((one) => one.id !== part.id))} />
            </li>
          ))}
        </ul>
      )}
      {value.length < PROJECT_LIMITS.parts && (
        <SearchField label={t('parts.search')} clearLabel={t('parts.clear')} value={name} onChange={setName} />
      )}
      {found.length > 0 && (
        <ul className={classes.chips}>
          {found.map((one) => (
            <li key={one.id}>
              <Button
                variant="default"
                onClick={() => {
                  onChange([...value, { id: one.id, name: one.name }]);
                  setName('');
                }}
              >
                {t('parts.add_named', { name: one.name })}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {name !== '' && data && found.length === 0 && (
        <p className={classes.text} role="status">
          {t('empty.narrowed')}
        </p>
      )}
      {error && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
    </FieldGroup>
  );
}
