import type { CountValue, TaxonSummary } from '@veld/contract';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../device/use-now';
import type { TallyView } from '../../local/device/tally-view';
import { rowKey, type RowOfTaxon, type TallyRow as Row } from '../../local/records/tally';
import { useFrequencyText } from '../../shared/frequencies/words';
import { useRecordTranslation } from '../../shared/records/record-labels';
import { useTallyView } from '../../shared/records/tally-view';
import { useLanguage, useUser } from '../../shared/session/session';
import { isTyping } from '../../ui/keys/is-typing';
import type { Suggestion } from '../recording/taxon/suggestions';
import { reasonText } from '../recording/taxon/suggestion-labels';
import type { OpenTally } from './data';
import { nextRowIndex, type TallyList as List } from './tally-rows';
import { type Recorded, TallyRow } from './TallyRow';
import classes from './TallyList.module.css';

/** Number of rows with a digit key. */
const DIGITS = 9;

let audio: AudioContext | null = null;

const TONE_S = 0.06;

interface Props {
  list: List;
  open: Pick<OpenTally, 'add' | 'removeOne' | 'setNumber' | 'setDetails' | 'split' | 'drop'>;
  /** What is recorded beside the tally, by the keys of the rows. */
  recorded?: ReadonlyMap<string, Recorded>;
  /** The key of the row whose number takes the focus; null for none. */
  focused: string | null;
  onFocus: (key: string | null) => void;
  /** Called when the person begins to use the rows, which then keep their places. */
  onUse: () => void;
}

/** The counted species, and the likely ones. Keys: digits add, arrows move, minus takes one back. */
export function TallyList({ list, open, recorded, focused, onFocus, onUse }: Props) {
  const { t } = useTranslation('tally');
  const likelyId = useId();
  const box = useRef<HTMLDivElement>(null);
  const view = useTallyView();
  const reasonOf = useReasons();
  const rows: (Row | TaxonSummary)[] = [...list.counted, ...list.likely.map(({ row, suggestion }) => row ?? suggestion.taxon)];
  const rowAt = (index: number): RowOfTaxon | undefined => {
    const found = rows[index];
    return found && ('taxon' in found ? found : { taxon: found });
  };
  const add = (row: RowOfTaxon) => {
    onUse();
    signal('more', view);
    void open.add(row);
  };
  const removeOne = (row: RowOfTaxon) => {
    signal('fewer', view);
    void open.removeOne(row);
  };

  const onDigit = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event)) return;
    const row = /^[1-9]$/.test(event.key) ? rowAt(Number(event.key) - 1) : undefined;
    if (row) add(row);
  });
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => onDigit(event);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (isTyping(event)) return;
    const buttons = [...(box.current?.querySelectorAll<HTMLElement>('[data-plus]') ?? [])];
    const { target } = event;
    const index = buttons.findIndex((one) => target instanceof Node && one.closest('li')?.contains(target));
    const row = rowAt(index);
    if (!row) return;
    if (event.key === '-' || event.key === 'Backspace') {
      event.preventDefault();
      removeOne(row);
      return;
    }
    const columns = getComputedStyle(buttons[index]!.closest('ul')!).gridTemplateColumns.split(' ').length;
    const next = nextRowIndex(index, event.key, columns, rows.length);
    if (next === index) return;
    event.preventDefault();
    buttons[next]?.focus();
  };
  const propsOf = (row: Row | null, taxon: TaxonSummary, index: number) => {
    const own = row ?? { taxon };
    return {
      taxon,
      row,
      digit: index < DIGITS ? index + 1 : null,
      recorded: recorded?.get(rowKey(own)),
      takesFocus: focused === rowKey(own),
      onFocused: () => onFocus(null),
      onAdd: () => add(own),
      onRemoveOne: () => removeOne(own),
      onSet: async (value: CountValue) => (await open.setNumber(own, value)) !== 'earlier',
      onDetails: (change: Row['details']) => void open.setDetails(own, change),
      onSplit: () => void open.split(own).then(onFocus),
      onDrop: () => void open.drop(own),
    };
  };

  return (
    <div ref={box} role="presentation" onKeyDown={onKeyDown} onPointerDown={onUse} onFocus={onUse}>
      {list.counted.length > 0 && (
        <ul className={classes.list} aria-label={t('counted')}>
          {list.counted.map((row, index) => (
            <TallyRow key={row.key} {...propsOf(row, row.taxon, index)} reason="" />
          ))}
        </ul>
      )}
      {list.likely.length > 0 && (
        <>
          <h2 className={classes.title} id={likelyId}>
            {t('likely')}
          </h2>
          <ul className={classes.list} aria-labelledby={likelyId}>
            {list.likely.map(({ row, suggestion: { taxon, reason } }, at) => (
              <TallyRow key={taxon.id} {...propsOf(row, taxon, list.counted.length + at)} reason={reasonOf(reason)} />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** Why a species is likely, in words. */
function useReasons(): (reason: Suggestion['reason']) => string {
  const t = useRecordTranslation('recording');
  const language = useLanguage();
  const { country_code: country } = useUser();
  const now = useNow(60_000);
  const shareText = useFrequencyText();
  return (reason) => reasonText(reason, { t, language, country, now, shareText });
}

/** Tells that one was counted or taken back, so that the person need not look: a short tone, higher for one more, and a vibration. */
function signal(kind: 'more' | 'fewer', { sound, vibration }: Pick<TallyView, 'sound' | 'vibration'>): void {
  if (vibration) navigator.vibrate?.(kind === 'more' ? 12 : [12, 60, 12]);
  if (sound) tone(kind === 'more' ? 1320 : 660);
}

function tone(hertz: number): void {
  // Browsers allow sounds only after a tap, which this follows.
  audio ??= new AudioContext();
  const [oscillator, volume] = [audio.createOscillator(), audio.createGain()];
  const now = audio.currentTime;
  oscillator.frequency.value = hertz;
  volume.gain.setValueAtTime(0.15, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + TONE_S);
  oscillator.connect(volume).connect(audio.destination);
  oscillator.start(now);
  oscillator.stop(now + TONE_S);
}
