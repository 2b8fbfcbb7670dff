import { ActionIcon, Button, Checkbox, Popover } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconColumns3 } from '@tabler/icons-react';
import type { TableColumn, TableTexts } from './table-types';
import classes from './TableTools.module.css';

interface Props<T> {
  columns: readonly TableColumn<T>[];
  /** Ids of the shown columns, in order. */
  shown: readonly string[];
  onChange: (shown: string[]) => void;
  texts: TableTexts;
}

/** Chooses the columns and their order. */
export function ColumnsMenu<T>({ columns, shown, onChange, texts }: Props<T>) {
  const byId = new Map(columns.map((column) => [column.id, column]));
  const inOrder = [...shown.flatMap((id) => byId.get(id) ?? []), ...columns.filter(({ id }) => !shown.includes(id))];
  const move = (id: string, by: -1 | 1) => {
    const next = [...shown];
    const from = next.indexOf(id);
    next.splice(from + by, 0, ...next.splice(from, 1));
    onChange(next);
  };
  return (
    <Popover position="bottom-end" width="20rem" trapFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 size={20} aria-hidden />}>
          {texts.columns}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="md" className={classes.dropdown} aria-label={texts.columns}>
        <ul className={classes.columns}>
          {inOrder.map(({ id, label }) => {
            const at = shown.indexOf(id);
            return (
              <li key={id} className={classes.column}>
                <Checkbox
                  label={label}
                  checked={at >= 0}
                  // A table without columns would leave nothing to see.
                  disabled={at >= 0 && shown.length === 1}
                  onChange={() => onChange(at < 0 ? [...shown, id] : shown.filter((one) => one !== id))}
                />
                {at >= 0 && (
                  <span className={classes.moves}>
                    <ActionIcon aria-label={texts.moveUp(label)} disabled={at === 0} onClick={() => move(id, -1)}>
                      <IconArrowUp size={20} aria-hidden />
                    </ActionIcon>
                    <ActionIcon aria-label={texts.moveDown(label)} disabled={at === shown.length - 1} onClick={() => move(id, 1)}>
                      <IconArrowDown size={20} aria-hidden />
                    </ActionIcon>
                  </span>
                )}
              </li>
            );
          })}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}
