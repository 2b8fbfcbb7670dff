import { VisuallyHidden } from '@mantine/core';
import { IconMinus } from '@tabler/icons-react';
import type { TaxonSummary } from '@veld/contract';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNow } from '../../device/use-now';
import { GroupPanel } from '../../ui/GroupIcon';
import { ScientificName } from '../../ui/ScientificName';
import { number } from '../../i18n/format';
import { useLanguage, useUser } from '../../shared/session/session';
import { useFrequencyText } from '../../shared/frequencies/words';
import { reasonText } from '../recording/taxon/suggestion-labels';
import { nextTileIndex, type TallyTile } from './tally-tiles';
import { useRecordTranslation } from '../../shared/records/record-labels';
import classes from './TallyGrid.module.css';
import { wantsStill } from '../../ui/motion';

interface Props {
  tiles: readonly TallyTile[];
  /** Called when the user starts using the tiles. */
  onUse: () => void;
  onAdd: (taxon: TaxonSummary) => void;
  onRemove: (taxon: TaxonSummary) => void;
}

/** Number of tiles with a digit key. */
const DIGITS = 9;

/** Large buttons, one for each species. Keys: digits add, arrows move, minus removes. */
export function TallyGrid({ tiles, onUse, onAdd, onRemove }: Props) {
  const grid = useRef<HTMLUListElement>(null);
  const add = (taxon: TaxonSummary) => {
    onUse();
    shake();
    onAdd(taxon);
  };

  const onDigit = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event.target)) return;
    const tile = /^[1-9]$/.test(event.key) ? tiles[Number(event.key) - 1] : undefined;
    if (tile) add(tile.taxon);
  });
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => onDigit(event);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);

  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    const buttons = [...(grid.current?.querySelectorAll<HTMLElement>('[data-plus]') ?? [])];
    const index = buttons.findIndex((one) => one.closest('li')?.contains(event.target as Node));
    const tile = tiles[index];
    if (!tile) return;
    if ((event.key === '-' || event.key === 'Backspace') && tile.count > 0) {
      event.preventDefault();
      onRemove(tile.taxon);
      return;
    }
    const columns = getComputedStyle(grid.current!).gridTemplateColumns.split(' ').length;
    const next = nextTileIndex(index, event.key, columns, tiles.length);
    if (next === index) return;
    event.preventDefault();
    buttons[next]?.focus();
  };

  return (
    <ul className={classes.grid} ref={grid} onKeyDown={onKeyDown} onPointerDown={onUse} onFocus={onUse}>
      {tiles.map((tile, index) => (
        <Tile
          key={tile.taxon.id}
          tile={tile}
          digit={index < DIGITS ? index + 1 : null}
          onAdd={() => add(tile.taxon)}
          onRemove={() => onRemove(tile.taxon)}
        />
      ))}
    </ul>
  );
}

interface TileProps {
  tile: TallyTile;
  digit: number | null;
  onAdd: () => void;
  onRemove: () => void;
}

function Tile({ tile, digit, onAdd, onRemove }: TileProps) {
  const t = useRecordTranslation('tally');
  const language = useLanguage();
  const { country_code: country } = useUser();
  const now = useNow(60_000);
  const shareText = useFrequencyText();
  const { taxon, count, suggestion } = tile;
  const { name, scientific_name, rank } = taxon;
  const isOnlyScientific = name === scientific_name;
  return (
    <li className={classes.tile} data-counted={count > 0 || undefined}>
      <button
        type="button"
        className={classes.plus}
        data-plus
        aria-keyshortcuts={digit === null ? undefined : String(digit)}
        onClick={onAdd}
      >
        <span className={classes.tileTop}>
          <TilePicture taxon={taxon} />
          {digit !== null && (
            <kbd className={classes.digit} aria-hidden>
              {digit}
            </kbd>
          )}
          <span className={classes.count} aria-hidden>
            {count > 0 ? number(count, language) : ''}
          </span>
        </span>
        <span className={classes.tileName}>{isOnlyScientific ? <ScientificName name={name} rank={rank} /> : name}</span>
        {!isOnlyScientific && <ScientificName className={classes.tileScientific} name={scientific_name} rank={rank} />}
        <VisuallyHidden>{t('tally:increase', { total: count })}</VisuallyHidden>
      </button>
      <span className={classes.tileFoot}>
        {count > 0 ? (
          <button type="button" className={classes.minus} aria-label={t('tally:decrease', { name })} onClick={onRemove}>
            <IconMinus size={24} aria-hidden />
          </button>
        ) : (
          <span className={classes.reason}>{suggestion && reasonText(suggestion.reason, { t, language, country, now, shareText })}</span>
        )}
      </span>
    </li>
  );
}

function TilePicture({ taxon }: { taxon: TaxonSummary }) {
  const { image_url, group, scientific_name } = taxon;
  const [failed, setFailed] = useState<string | null>(null);
  if (!image_url || failed === image_url) return <GroupPanel group={group} name={scientific_name} size={48} />;
  const address = image_url.includes('?') ? image_url : `${image_url}?size=128`;
  return (
    <img
      className={classes.tilePicture}
      src={address}
      alt=""
      width={48}
      height={48}
      decoding="async"
      onError={() => setFailed(image_url)}
    />
  );
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}

/** Vibrates, so that the user need not look; not with reduced motion. */
function shake(): void {
  if (wantsStill()) return;
  navigator.vibrate?.(12);
}
