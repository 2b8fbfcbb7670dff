import { ActionIcon, Button, Popover, TextInput } from '@mantine/core';
import { IconBookmark, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { TableState, TableTexts, TableView } from './table-types';
import classes from './TableTools.module.css';

interface Props {
  views: readonly TableView[];
  onChoose: (state: TableState | null) => void;
  onSave: (name: string) => void;
  onDelete: (id: string) => void;
  texts: TableTexts;
}

/** Saved views: columns, sort, filters and search under a name. */
export function ViewsMenu({ views, onChoose, onSave, onDelete, texts }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState('');
  const choose = (state: TableState | null) => {
    onChoose(state);
    setOpen(false);
  };
  return (
    <Popover position="bottom-end" width="20rem" trapFocus opened={isOpen} onChange={setOpen}>
      <Popover.Target>
        <Button variant="default" leftSection={<IconBookmark size={20} aria-hidden />} onClick={() => setOpen(!isOpen)}>
          {texts.views}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="md" className={classes.dropdown} aria-label={texts.views}>
        <ul className={classes.columns}>
          <li className={classes.column}>
            <Button variant="subtle" fullWidth justify="flex-start" onClick={() => choose(null)}>
              {texts.standardView}
            </Button>
          </li>
          {views.map((view) => (
            <li key={view.id} className={classes.column}>
              <Button variant="subtle" fullWidth justify="flex-start" onClick={() => choose(view.state)}>
                {view.name}
              </Button>
              <ActionIcon aria-label={texts.deleteView(view.name)} onClick={() => onDelete(view.id)}>
                <IconTrash size={20} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
        <form
          className={classes.save}
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim() === '') return;
            onSave(name.trim());
            setName('');
          }}
        >
          <TextInput label={texts.viewName} value={name} maxLength={60} onChange={(event) => setName(event.currentTarget.value)} />
          <Button type="submit" disabled={name.trim() === ''}>
            {texts.saveView}
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
