import type { ReactNode } from 'react';
import { VirtualRows } from '../virtual/VirtualRows';
import classes from './CardList.module.css';
import type { TableTexts } from './table-types';

interface Props<T> {
  rows: readonly T[];
  rowId: (row: T) => string;
  rowName: (row: T) => string;
  label: string;
  selected: ReadonlySet<string>;
  onSelect: (index: number, isRange: boolean) => void;
  renderCard: (row: T) => ReactNode;
  /** Expected, in pixels. */
  cardHeight: number;
  texts: TableTexts;
}

/** The rows of a table on a phone: each is a card with a box that selects it. */
export function CardList<T>({ rows, rowId, rowName, label, selected, onSelect, renderCard, cardHeight, texts }: Props<T>) {
  return (
    <VirtualRows
      items={rows}
      keyOf={rowId}
      rowHeight={cardHeight}
      label={label}
      render={(row, index) => (
        <div className={classes.card}>
          <label className={classes.box}>
            <input
              type="checkbox"
              className={classes.checkbox}
              checked={selected.has(rowId(row))}
              aria-label={texts.selectRow(rowName(row))}
              onChange={() => onSelect(index, false)}
            />
          </label>
          <div className={classes.content}>{renderCard(row)}</div>
        </div>
      )}
    />
  );
}
