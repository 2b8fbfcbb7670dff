import { Button, TextInput } from '@mantine/core';
import type { TaxonSummary } from '@veld/contract';
import { IconPencil, IconSearch } from '@tabler/icons-react';
import { type FocusEvent, Fragment, type KeyboardEvent, type ReactNode, useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TaxonRowContent } from '../../ui/cards/TaxonRow';
import { bestHit, DEFAULT_LIMIT, SUGGESTION_LIMIT, summarizeTaxon, type TaxonHit, useTaxonomyStatus, useTaxonSearch } from '../taxa/data';
import { firstGuess, isGuess, GuessesHeading } from '../taxa/GuessesHeading';
import { useSeenTaxonIds } from '../records/own';
import { useLanguage } from '../session/session';
import { matchedAs, taxonRowProps } from '../taxa/names';
import classes from './TaxonSearch.module.css';
import { useRecordTranslation } from '../records/record-labels';

/** That of the contract's `verbatim_name`. */
const MAX_VERBATIM_LENGTH = 200;
const SETTLE_MS = 300;

interface Props {
  labelledBy: string;
  placeholder?: string;
  onChoose: (taxon: TaxonSummary) => void;
  /** Accepts a verbatim name; absent if only known taxa are allowed. */
  onVerbatim?: (name: string) => void;
  /** The initial text of the field. */
  initialText?: string;
  /** Called with every change of the text, so that a form can keep it. */
  onType?: (text: string) => void;
  /** Shown before anything is typed. */
  quick: ReactNode;
  /** Shown in the line of the field. */
  beside?: ReactNode;
  /** The end of the line of a hit. */
  trailing?: (hit: TaxonHit) => ReactNode;
}

/** Finds a taxon by part of its name in the taxonomy on this device. */
export function TaxonSearch({ labelledBy, placeholder, onChoose, onVerbatim, initialText = '', onType, quick, beside, trailing }: Props) {
  const t = useRecordTranslation('recording');
  const listId = useId();
  const [text, setText] = useState(initialText);
  const [active, setActive] = useState(-1);
  const newest = useRef(initialText.trim());
  const [isLong, setLong] = useState(false);
  const search = useSearch(text, isLong, onVerbatim !== undefined);
  const seen = useSeenTaxonIds();
  const isLoading = useTaxonomyStatus()?.loading ?? false;
  const { typed, found, last } = search;

  const write = (next: string) => {
    newest.current = next.trim();
    setText(next);
    setActive(-1);
    setLong(false);
    onType?.(next);
  };
  const choose = (hit: TaxonHit) => {
    write('');
    onChoose(summarizeTaxon(hit));
  };
  const chooseVerbatim = () => onVerbatim?.(typed);
  const pick = (index: number) => {
    const hit = found[index];
    if (hit) choose(hit);
    else if (index === found.length && typed !== '') chooseVerbatim();
  };
  /** Chooses the best hit for the current text, but no guess; the list may still show hits for an earlier one. */
  const pickBest = async () => {
    if (typed === '') return;
    const hit = await bestHit(typed);
    if (newest.current !== typed) return;
    if (hit && !isGuess(hit)) choose(hit);
    else if (!hit) chooseVerbatim();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setActive((now) => Math.max(-1, Math.min(last, now + (event.key === 'ArrowDown' ? 1 : -1))));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (active < 0) void pickBest().catch((error: unknown) => console.error('Taxonomy', error));
      else pick(active);
    } else if (event.key === 'Escape') write('');
  };

  return (
    <>
      <div className={classes.line} data-leading>
        <TextInput
          className={classes.field}
          size="lg"
          value={text}
          onChange={(event) => write(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onFocus={scrollToTop}
          classNames={{ input: classes.searchBox }}
          leftSection={<IconSearch size={22} aria-hidden />}
          maxLength={MAX_VERBATIM_LENGTH}
          placeholder={placeholder ?? t('recording:taxon.placeholder')}
          aria-labelledby={labelledBy}
          role="combobox"
          aria-expanded={typed !== ''}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active >= 0 ? optionId(listId, active) : undefined}
          // In a dialog, the first focus.
          data-autofocus
          autoComplete="off"
          autoCorrect="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
        />
        {beside}
      </div>
      {typed === '' ? (
        quick
      ) : (
        <>
          <Options
            id={listId}
            labelledBy={labelledBy}
            search={search}
            seen={seen}
            active={active}
            trailing={trailing}
            onHit={choose}
            onVerbatim={chooseVerbatim}
          />
          {search.hasMore && (
            <Button variant="subtle" onClick={() => setLong(true)}>
              {t('common:action.show_more')}
            </Button>
          )}
          {search.hasNone && (
            <p className={classes.hint} role="status">
              {isLoading ? t('common:taxonomy.loading') : t(onVerbatim ? 'recording:taxon.nothing' : 'recording:tally.nothing_found')}
            </p>
          )}
        </>
      )}
    </>
  );
}

/** The options for a text: its hits, then the text as typed. */
function useSearch(text: string, isLong: boolean, acceptsVerbatim: boolean) {
  const shown = isLong ? DEFAULT_LIMIT : SUGGESTION_LIMIT;
  // One more than is shown, to know whether there are more.
  const hits = useTaxonSearch(useDeferredValue(text), isLong ? shown : shown + 1);
  const typed = text.trim();
  const hasSettled = useHasSettled(typed);
  const found = typed === '' ? [] : (hits ?? []).slice(0, shown);
  // The text as typed appears after the hits: before them, it would be in their place just when the user taps.
  const offersVerbatim = acceptsVerbatim && typed !== '' && (found.length > 0 || hasSettled);
  return {
    typed,
    found,
    offersVerbatim,
    /** The index of the last option; -1 without any. */
    last: offersVerbatim ? found.length : found.length - 1,
    hasMore: typed !== '' && !isLong && (hits?.length ?? 0) > shown,
    hasNone: hasSettled && found.length === 0,
  };
}

function optionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}

interface OptionsProps {
  id: string;
  labelledBy: string;
  search: ReturnType<typeof useSearch>;
  seen: ReadonlySet<number> | undefined;
  active: number;
  trailing: Props['trailing'];
  onHit: (hit: TaxonHit) => void;
  onVerbatim: () => void;
}

function Options({ id, labelledBy, search: { typed, found, offersVerbatim }, seen, active, trailing, onHit, onVerbatim }: OptionsProps) {
  const t = useRecordTranslation('recording');
  const guessesFrom = firstGuess(found);
  return (
    <ul className={classes.options} id={id} role="listbox" aria-labelledby={labelledBy}>
      {found.map((hit, index) => (
        <Fragment key={hit.id}>
          {index === guessesFrom && <GuessesHeading as="li" role="presentation" id={`${id}-guesses`} />}
          <li
            id={optionId(id, index)}
            className={classes.option}
            role="option"
            aria-selected={index === active}
            aria-describedby={isGuess(hit) ? `${id}-guesses` : undefined}
            data-active={index === active || undefined}
            onClick={() => onHit(hit)}
          >
            <HitContent hit={hit} isSeen={seen?.has(hit.id) ?? false} trailing={trailing?.(hit)} />
          </li>
        </Fragment>
      ))}
      {offersVerbatim && (
        <li
          id={optionId(id, found.length)}
          className={classes.option}
          role="option"
          aria-selected={active === found.length}
          data-active={active === found.length || undefined}
          onClick={onVerbatim}
        >
          <span className={classes.verbatim}>
            <IconPencil size={22} aria-hidden />
            <span dir="auto">{t('recording:taxon.keep_as_typed', { name: typed })}</span>
          </span>
        </li>
      )}
    </ul>
  );
}

/** Whether typing has paused, so that the hits are final. */
function useHasSettled(typed: string): boolean {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return typed !== '' && settled === typed;
}

/** On a phone, scrolls the field to the top, so that the hits are visible above the keyboard. */
function scrollToTop(event: FocusEvent<HTMLInputElement>): void {
  if (matchMedia('(max-width: 37.4375em)').matches) event.currentTarget.scrollIntoView({ block: 'start' });
}

function HitContent({ hit, isSeen, trailing }: { hit: TaxonHit; isSeen: boolean; trailing: ReactNode }) {
  const { t } = useTranslation(['common']);
  const language = useLanguage();
  return <TaxonRowContent {...taxonRowProps(hit, t, isSeen)} matchedAs={matchedAs(hit, t, language)} trailing={trailing} />;
}
