import { Button, NativeSelect, NumberInput, Popover, TextInput } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import type { TableColumn, TableState, TableTexts } from './table-types';
import classes from './TableTools.module.css';

interface Props<T> {
  columns: readonly TableColumn<T>[];
  filters: TableState['filters'];
  onChange: (filters: TableState['filters']) => void;
  texts: TableTexts;
}

/** A filter for each column that has one. */
export function FiltersMenu<T>({ columns, filters, onChange, texts }: Props<T>) {
  const active = Object.values(filters).filter((input) => input.trim() !== '').length;
  const set = (id: string, input: string) => {
    const { [id]: _, ...others } = filters;
    onChange(input === '' ? others : { ...others, [id]: input });
  };
  return (
    <Popover position="bottom-end" width="20rem" trapFocus>
      <Popover.Target>
        <Button variant={active > 0 ? 'light' : 'default'} leftSection={<IconFilter size={20} aria-hidden />}>
          {texts.filters(active)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="md" className={classes.dropdown} aria-label={texts.filters(active)}>
        <div className={classes.filters}>
          {columns.map(({ id, label, filter, choices = [] }) => {
            const value = filters[id] ?? '';
            if (!filter) return null;
            if (filter === 'choice')
              return (
                <NativeSelect
                  key={id}
                  label={label}
                  value={value}
                  data={[{ value: '', label: texts.any }, ...choices]}
                  onChange={(event) => set(id, event.currentTarget.value)}
                />
              );
            if (filter === 'least')
              return (
                <NumberInput
                  key={id}
                  label={texts.least(label)}
                  value={value === '' ? '' : Number(value)}
                  min={0}
                  hideControls
                  onChange={(next) => set(id, String(next))}
                />
              );
            return (
              <TextInput
                key={id}
                label={label}
                placeholder={filter === 'start' ? '2026-05' : undefined}
                value={value}
                onChange={(event) => set(id, event.currentTarget.value)}
              />
            );
          })}
          <Button variant="default" disabled={active === 0} onClick={() => onChange({})}>
            {texts.clearFilters}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
