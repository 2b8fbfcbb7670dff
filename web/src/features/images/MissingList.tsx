import { TAXON_GROUPS } from '@veld/contract';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { TaxonRow } from '../../ui/TaxonRow';
import type { Taxon } from '../taxa/data';
import classes from './images.module.css';

interface Props {
  taxa: readonly Taxon[];
  chosenId: number | null;
  onChoose: (taxon: Taxon) => void;
  /** Asks for more; null where there are none. */
  onEnd: (() => void) | null;
}

const ROW_PX = 72;

/** Species without an image; only the rows in sight are in the page. */
export function MissingList({ taxa, chosenId, onChoose, onEnd }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({ count: taxa.length, getScrollElement: () => box.current, estimateSize: () => ROW_PX, overscan: 8 });
  const items = rows.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  const isNearEnd = last >= taxa.length - 10;
  useEffect(() => {
    if (isNearEnd) onEnd?.();
  }, [isNearEnd, taxa.length, onEnd]);

  const at = taxa.findIndex((taxon) => taxon.id === chosenId);
  useEffect(() => {
    if (at >= 0) rows.scrollToIndex(at, { align: 'auto' });
  }, [at, rows]);

  return (
    <div ref={box} className={classes.list}>
      <ul className={classes.rows} style={{ height: rows.getTotalSize() }}>
        {items.map(({ index, start, key }) => {
          const taxon = taxa[index]!;
          return (
            <li
              key={key}
              ref={rows.measureElement}
              data-index={index}
              aria-setsize={onEnd ? -1 : taxa.length}
              aria-posinset={index + 1}
              style={{ transform: `translateY(${start}px)` }}
            >
              <TaxonRow
                name={taxon.name}
                scientificName={taxon.scientific_name}
                rank={taxon.rank}
                group={TAXON_GROUPS.find((one) => one === taxon.group) ?? 'other'}
                isSelected={taxon.id === chosenId}
                onClick={() => onChoose(taxon)}
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}
