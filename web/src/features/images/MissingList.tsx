import { useMediaQuery } from '@mantine/hooks';
import { IconLock } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { TaxonRow } from '../../ui/cards/TaxonRow';
import { VirtualRows } from '../../ui/virtual/VirtualRows';
import { readGroup, type Taxon } from '../../shared/taxa/data';
import classes from './MissingList.module.css';

/** What the list says about a species. */
export interface RowFacts {
  note?: string | undefined;
  isLocked?: boolean;
  imageUrl: string | null;
}

interface Props {
  /** What to show below the name, and the image as it is now. */
  factsOf: (taxon: Taxon) => RowFacts;
  taxa: readonly Taxon[];
  chosenId: number | null;
  onChoose: (taxon: Taxon) => void;
  /** Loads more; null if there are no more. */
  onEnd: (() => void) | null;
}

const ROW_PX = 103;

/** Virtual list of species by need. Beside the workbench it has its own scrollbar, else it scrolls with the page. */
export function MissingList(props: Props) {
  const isBesides = useMediaQuery('(min-width: 64em)', false, { getInitialValueInEffect: false });
  return isBesides ? <ListBesides {...props} /> : <ListOfPage {...props} />;
}

function ListOfPage({ taxa, chosenId, factsOf, onChoose, onEnd }: Props) {
  const { t } = useTranslation('images');
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!onEnd || !end.current || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onEnd(), { rootMargin: '600px' });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [onEnd, taxa.length]);
  return (
    <>
      <VirtualRows
        items={taxa}
        keyOf={(taxon) => taxon.id}
        rowHeight={ROW_PX}
        label={t('list')}
        render={(taxon) => (
          <div className={classes.line}>
            <MissingRow taxon={taxon} facts={factsOf(taxon)} isChosen={taxon.id === chosenId} onChoose={onChoose} />
          </div>
        )}
      />
      <div ref={end} />
    </>
  );
}

function ListBesides({ taxa, chosenId, factsOf, onChoose, onEnd }: Props) {
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
              <MissingRow taxon={taxon} facts={factsOf(taxon)} isChosen={taxon.id === chosenId} onChoose={onChoose} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

interface RowProps {
  taxon: Taxon;
  facts: RowFacts;
  isChosen: boolean;
  onChoose: (taxon: Taxon) => void;
}

function MissingRow({ taxon, facts, isChosen, onChoose }: RowProps) {
  const { t } = useTranslation('images');
  return (
    <TaxonRow
      name={taxon.name}
      scientificName={taxon.scientific_name}
      rank={taxon.rank}
      group={readGroup(taxon)}
      imageUrl={facts.imageUrl}
      note={facts.note}
      trailing={facts.isLocked && <IconLock size={20} role="img" aria-label={t('lock.locked')} />}
      isSelected={isChosen}
      onClick={() => onChoose(taxon)}
    />
  );
}
