import { Button, TextInput } from '@mantine/core';
import { type Companion, JOURNEY_LIMITS } from '@veld/contract';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { rememberMentioned } from '../../../local/records/comments/known-people';
import { currentDatabase } from '../../../shared/session/session';
import { useMentionable } from '../../comments/data';
import { RemovableList } from './RemovableList';
import classes from './start.module.css';

const NOBODY: readonly never[] = [];

interface Props {
  value: readonly Companion[];
  onChange: (companions: readonly Companion[]) => void;
}

/** Companions: any names. People with an account are suggested; without a connection, only those that were used before. */
export function CompanionsField({ value, onChange }: Props) {
  const { t } = useTranslation('journeys');
  const database = currentDatabase();
  const listId = useId();
  const [text, setText] = useState('');
  const people = useMentionable(text, NOBODY);
  const add = () => {
    const name = text.trim().slice(0, JOURNEY_LIMITS.companionName);
    setText('');
    if (name === '' || value.some((one) => one.name === name) || value.length >= JOURNEY_LIMITS.companions) return;
    const person = people.find((one) => one.name === name);
    onChange([...value, { user_id: person?.id ?? null, name }]);
    // A help for the next time, not worth a message.
    if (person) rememberMentioned(database, [person]).catch((error: unknown) => console.error('Companions', error));
  };
  return (
    <div className={classes.group}>
      <div className={classes.add}>
        <TextInput
          className={classes.wide}
          label={t('start.companions')}
          description={t('start.companions_hint')}
          list={listId}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add();
          }}
        />
        <Button variant="default" disabled={text.trim() === ''} onClick={add}>
          {t('start.add')}
        </Button>
      </div>
      <datalist id={listId}>
        {people.map(({ id, name }) => (
          <option key={id} value={name}>
            {name}
          </option>
        ))}
      </datalist>
      <RemovableList
        items={value.map(({ name }) => ({ key: name, label: name }))}
        onRemove={(key) => onChange(value.filter(({ name }) => name !== key))}
      />
    </div>
  );
}
