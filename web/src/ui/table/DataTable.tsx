import { ActionIcon, Button, NativeSelect, Popover, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconBookmark, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { BottomBar } from '../BottomBar';
import { Binoculars } from '../drawings/EmptyDrawings';
import { EmptyState } from '../EmptyState';
import { FilterLine } from '../FilterLine';
import { SearchField } from '../SearchField';
import { CardList } from './CardList';
import { ColumnsMenu } from './ColumnsMenu';
import { DataGrid } from './DataGrid';
import { FiltersMenu } from './FiltersMenu';
import {
  shownColumns,
  standardState,
  type TableClipboard,
  type TableColumn,
  type TableState,
  type TableTexts,
  type TableView,
} from './table-types';
import { useRowSelection } from './use-row-selection';
import { useTableRows } from './use-table-rows';
import classes from './TableTools.module.css';

interface Props<T extends object> {
  /** Memoized, like `rowId`, `columns` and `onSelected`. */
  rows: readonly T[];
  rowId: (row: T) => string;
  rowName: (row: T) => string;
  columns: readonly TableColumn<T>[];
  label: string;
  state: TableState;
  onState: (state: TableState) => void;
  standardSort?: TableState['sort'];
  selected: ReadonlySet<string>;
  onSelected: (selected: ReadonlySet<string>) => void;
  /** Saved views; without them, the table has no menu of views. */
  views?: { all: readonly TableView[]; save: (name: string, state: TableState) => void; remove: (id: string) => void };
  /** What can be done with the rows that are shown and those of them that are selected. */
  renderActions: (shown: readonly T[], selected: readonly T[]) => ReactNode;
  /** A row in the list that replaces the table below 600 px, and its expected height in pixels. */
  renderCard: (row: T) => ReactNode;
  cardHeight: number;
  clipboard?: TableClipboard<T>;
  texts: TableTexts;
}

/** A table that people search, filter, sort, arrange and select from; a list of cards on phones. */
export function DataTable<T extends object>(props: Props<T>) {
  const { rows, rowId, rowName, columns, label, state, onState, standardSort, selected, onSelected, views, renderActions, texts } = props;
  const isWide = useMediaQuery('(min-width: 37.5em)', true, { getInitialValueInEffect: false });
  const shown = useTableRows({ rows, rowId, columns, state, language: texts.language });
  const visible = useMemo(() => shownColumns(columns, state), [columns, state]);
  // What a filter hides is not selected for any action, because nobody sees it.
  const chosen = useMemo(() => (selected.size === 0 ? [] : shown.filter((row) => selected.has(rowId(row)))), [shown, selected, rowId]);
  const { onSelect, selectAll, extent } = useRowSelection({ rows: shown, rowId, selected, onSelected });
  // On a phone, what can be done with the selected rows stays in reach while the person scrolls.
  const hasBar = !isWide && chosen.length > 0;
  const change = (part: Partial<TableState>) => onState({ ...state, ...part });
  const [first] = state.sort;
  const choices = (
    <>
      <FiltersMenu columns={columns} filters={state.filters} onChange={(filters) => change({ filters })} texts={texts} />
      {isWide ? (
        <ColumnsMenu columns={columns} shown={state.columns} onChange={(next) => change({ columns: next })} texts={texts} />
      ) : (
        <NativeSelect
          aria-label={texts.sort}
          value={first ? `${first.id} ${first.isDescending ? 'down' : 'up'}` : ''}
          data={[
            ...(first ? [] : [{ value: '', label: texts.sort }]),
            ...visible.flatMap(({ id, label: name }) => [
              { value: `${id} up`, label: `${name} ↑` },
              { value: `${id} down`, label: `${name} ↓` },
            ]),
          ]}
          onChange={(event) => {
            const [id = '', direction] = event.currentTarget.value.split(' ');
            change({ sort: id === '' ? [] : [{ id, isDescending: direction === 'down' }] });
          }}
        />
      )}
      {views && (
        <ViewsMenu
          views={views.all}
          onChoose={(next) => onState(next ?? standardState(columns, standardSort))}
          onSave={(name) => views.save(name, state)}
          onDelete={views.remove}
          texts={texts}
        />
      )}
    </>
  );
  return (
    <>
      <div className={classes.tools}>
        <div className={classes.search}>
          <SearchField label={texts.search} clearLabel={texts.clear} value={state.search} onChange={(search) => change({ search })} />
        </div>
        {isWide && choices}
      </div>
      {!isWide && <FilterLine>{choices}</FilterLine>}
      <div className={classes.summary}>
        {!isWide && shown.length > 0 && (
          <input
            type="checkbox"
            className={classes.all}
            aria-label={texts.selectAll}
            ref={(box) => {
              if (box) box.indeterminate = extent === 'some';
            }}
            checked={extent === 'all'}
            onChange={selectAll}
          />
        )}
        <span role="status">{texts.rows(shown.length, rows.length)}</span>
        {!hasBar && renderActions(shown, chosen)}
      </div>
      {shown.length === 0 ? (
        <EmptyState
          drawing={<Binoculars />}
          sentence={texts.none}
          action={
            <Button variant="default" onClick={() => change({ filters: {}, search: '' })}>
              {texts.clearFilters}
            </Button>
          }
        />
      ) : isWide ? (
        <DataGrid
          rows={shown}
          rowId={rowId}
          rowName={rowName}
          columns={visible}
          label={label}
          sort={state.sort}
          onSort={(sort) => change({ sort })}
          selected={selected}
          onSelected={onSelected}
          clipboard={props.clipboard}
          texts={texts}
        />
      ) : (
        <CardList
          rows={shown}
          rowId={rowId}
          rowName={rowName}
          label={label}
          selected={selected}
          onSelect={onSelect}
          renderCard={props.renderCard}
          cardHeight={props.cardHeight}
          texts={texts}
        />
      )}
      {hasBar && <BottomBar>{renderActions(shown, chosen)}</BottomBar>}
    </>
  );
}

interface ViewsMenuProps {
  views: readonly TableView[];
  onChoose: (state: TableState | null) => void;
  onSave: (name: string) => void;
  onDelete: (id: string) => void;
  texts: TableTexts;
}

/** Saved views: columns, sort, filters and search under a name. */
function ViewsMenu({ views, onChoose, onSave, onDelete, texts }: ViewsMenuProps) {
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
