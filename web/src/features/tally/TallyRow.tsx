import { VisuallyHidden } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type CountValue, type TaxonSummary, writeCount } from '@veld/contract';
import { type MouseEvent, type PointerEvent, type ReactNode, useId, useRef, useState } from 'react';
import type { TallyRow as Row } from '../../local/records/tally';
import { groupChoiceLabel } from '../../shared/records/group-labels';
import { choiceLabel, formatCount, useRecordTranslation } from '../../shared/records/record-labels';
import { useLanguage } from '../../shared/session/session';
import { TaxonPicture } from '../../ui/cards/TaxonRow';
import { ScientificName } from '../../ui/ScientificName';
import { RowMenu } from './RowMenu';
import { type RowActions, RowDetails } from './RowDetails';
import { TallyNumber } from './TallyNumber';
import classes from './TallyRow.module.css';

const PRESS_MS = 500;
const MOVED_PX = 10;

/** What is recorded of a species beside the tally, which the tally does not change. Its count is part of the row's value. */
export interface Recorded {
  /** Said under the name before all else. */
  note: string;
  /** Why a number cannot be smaller. */
  tooFew: string;
  /** The records themselves, in what unfolds under the row. */
  list: ReactNode;
  /** Whether the tally counts some of the species too. */
  isCounted: boolean;
}

interface Props extends RowActions {
  taxon: TaxonSummary;
  /** Null for a likely species that is not counted yet. */
  row: Row | null;
  /** Why it is likely; empty once it is counted. */
  reason: string;
  /** The key that adds one to it; null for none. */
  digit: number | null;
  recorded?: Recorded | undefined;
  takesFocus: boolean;
  onFocused: () => void;
}

/**
 * A species: one more with a tap, the number typed in its field. A long press has one fewer and the number; so has what unfolds under the
 * name, with sex, life stage and flying over.
 */
export function TallyRow({ taxon, row, reason, digit, recorded, takesFocus, onFocused, ...actions }: Props) {
  const t = useRecordTranslation('tally');
  const [isOpen, setOpen] = useState(false);
  const [isMenu, setMenu] = useState(false);
  const [isNumbering, setNumbering] = useState(false);
  const foldId = useId();
  const notes = [...(recorded ? [recorded.note] : []), ...useRowNotes(row, recorded === undefined)];
  const isCounted = recorded?.isCounted ?? true;
  const { name } = taxon;
  const value = row?.value ?? null;
  const openMenu = () => row && setMenu(true);
  const longPress = useLongPress(openMenu);
  const setNumber = () => setNumbering(true);
  const words = (
    <>
      <TaxonPicture imageUrl={taxon.image_url} group={taxon.group} scientificName={taxon.scientific_name} size={36} />
      <RowWords taxon={taxon} note={row ? notes.join(' · ') : reason} />
    </>
  );
  return (
    <li className={classes.row} data-row={row?.key} data-counted={value !== null || undefined}>
      <div className={classes.line}>
        {row ? (
          <button
            type="button"
            className={classes.name}
            aria-expanded={isOpen}
            aria-controls={foldId}
            onClick={() => setOpen(!isOpen)}
            {...longPress}
          >
            {words}
          </button>
        ) : (
          <span className={classes.name}>{words}</span>
        )}
        {row && (
          <TallyNumber
            name={name}
            value={value}
            earlier={row.earlier ? (formatCount(row.earlier, t) ?? '') : ''}
            takesFocus={takesFocus || isNumbering}
            onFocused={() => {
              setNumbering(false);
              onFocused();
            }}
            onSet={actions.onSet}
            {...(recorded?.tooFew ? { tooFew: recorded.tooFew } : {})}
          />
        )}
        {/* The same element before and after the first tap: one that was replaced would lose the second of two quick ones. */}
        <PlusButton key="plus" name={name} value={value} digit={digit} onAdd={actions.onAdd} onLong={openMenu} />
        {isMenu && (
          <RowMenu
            name={name}
            items={[
              { label: t('tally:one_fewer'), isDisabled: value === null || !isCounted, onChoose: actions.onRemoveOne },
              { label: t('tally:set_number'), onChoose: setNumber },
            ]}
            onClose={() => setMenu(false)}
          />
        )}
      </div>
      {row && isOpen && (
        <div className={classes.fold} id={foldId} role="group" aria-label={name}>
          {recorded?.list}
          {isCounted && <RowDetails row={row} onNumber={setNumber} {...actions} />}
        </div>
      )}
    </li>
  );
}

/** What is said of all of the row, and how many of them were counted at earlier places. */
function useRowNotes(row: Row | null, saysEarlier: boolean): string[] {
  const t = useRecordTranslation('tally');
  const language = useLanguage();
  if (!row) return [];
  const { details, earlier } = row;
  return [
    details.sex ? choiceLabel('sex', details.sex, t) : '',
    details.life_stage ? choiceLabel('life_stage', details.life_stage, t) : '',
    details.isFlyingOver ? groupChoiceLabel('behaviour', 'flying_over', t) : '',
    earlier && saysEarlier ? t('tally:earlier', { number: writeCount(earlier, language) }) : '',
  ].filter(Boolean);
}

function RowWords({ taxon: { name, scientific_name, rank }, note }: { taxon: TaxonSummary; note: string }) {
  return (
    <span className={classes.words}>
      <span dir="auto" className={classes.title}>
        {name === scientific_name ? <ScientificName name={name} rank={rank} /> : name}
      </span>
      {note && <span className={classes.note}>{note}</span>}
    </span>
  );
}

interface PlusProps {
  name: string;
  value: CountValue | null;
  digit: number | null;
  onAdd: () => void;
  onLong: () => void;
}

/** One more. */
function PlusButton({ name, value, digit, onAdd, onLong }: PlusProps) {
  const t = useRecordTranslation('tally');
  const total = value === null || value.count_type === 'exact' ? (value?.count ?? 0) : (formatCount(value, t) ?? '');
  return (
    <button
      type="button"
      className={classes.plus}
      data-plus
      aria-keyshortcuts={digit === null ? undefined : String(digit)}
      onClick={onAdd}
      {...useLongPress(onLong)}
    >
      <IconPlus size={24} aria-hidden />
      {digit !== null && (
        <kbd className={classes.digit} aria-hidden>
          {digit}
        </kbd>
      )}
      <VisuallyHidden>
        {name}: {t('tally:increase', { total })}
      </VisuallyHidden>
    </button>
  );
}

/**
 * Handlers of an element for a long press, a right click, and the key of the context menu. The click at the end of a long press is no
 * click.
 */
function useLongPress(onLong: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const start = useRef({ x: 0, y: 0 });
  const isLong = useRef(false);
  const end = () => clearTimeout(timer.current);
  const press = () => {
    end();
    isLong.current = true;
    onLong();
  };
  return {
    onPointerDown: ({ clientX, clientY, button }: PointerEvent) => {
      isLong.current = false;
      start.current = { x: clientX, y: clientY };
      end();
      if (button === 0) timer.current = setTimeout(press, PRESS_MS);
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      if (Math.hypot(clientX - start.current.x, clientY - start.current.y) > MOVED_PX) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
    onPointerLeave: end,
    onContextMenu: (event: MouseEvent) => {
      event.preventDefault();
      // Phones say so for a long press too.
      if (!isLong.current) press();
    },
    onClickCapture: (event: MouseEvent) => {
      if (!isLong.current) return;
      isLong.current = false;
      // A key makes a click without a press before it.
      if (event.detail === 0) return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
