import { VisuallyHidden } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { number } from '../../../i18n/format';
import { useLanguage } from '../../../shared/session/session';
import { speciesAddress, useTaxa } from '../../../shared/taxa/data';
import { listIn } from '../../../shared/taxa/from-list';
import classes from './ListSteps.module.css';

/** What has uses of its own for the arrow keys, when it has the focus. */
const TAKEN = `input, textarea, select, canvas, [contenteditable], ${[
  'slider',
  'listbox',
  'menu',
  'tablist',
  'radiogroup',
  'grid',
  'application',
]
  .map((role) => `[role="${role}"]`)
  .join()}`;

/** Leads to the species before and after this one in the list from which it was opened; nothing without a list. */
export function ListSteps({ taxonId, name }: { taxonId: number; name: string | undefined }) {
  const { state } = useLocation();
  const list = useMemo(() => listIn(state), [state]);
  const at = useMemo(() => list?.indexOf(taxonId) ?? -1, [list, taxonId]);
  return list && at >= 0 ? <Steps list={list} at={at} name={name} /> : null;
}

interface Props {
  list: readonly number[];
  at: number;
  /** Of the species that is shown; undefined while loading. */
  name: string | undefined;
}

function Steps({ list, at, name }: Props) {
  const { t } = useTranslation('species');
  const language = useLanguage();
  const navigate = useNavigate();
  const { state } = useLocation();
  const [isMoved, setMoved] = useState(false);
  const before = list[at - 1];
  const after = list[at + 1];
  const near = useTaxa(useMemo(() => [before, after].flatMap((id) => id ?? []), [before, after]));
  const nameOf = (id: number | undefined) => near?.find((taxon) => taxon.id === id)?.name;
  const go = (id: number | undefined) => {
    if (id === undefined) return;
    setMoved(true);
    // In place of this species, so that Back leads to the list.
    void navigate(speciesAddress(id), { replace: true, state: state as unknown });
  };
  useStepKeys({ onBefore: () => go(before), onAfter: () => go(after) });
  useTopOfPage(at);
  const position = t('steps.position', { number: number(at + 1, language), total: number(list.length, language) });
  return (
    <nav className={classes.steps} aria-label={t('steps.label')}>
      <Step label={t('steps.before')} name={nameOf(before)} onClick={before === undefined ? null : () => go(before)} isBefore />
      <span className={classes.position}>{position}</span>
      <Step label={t('steps.after')} name={nameOf(after)} onClick={after === undefined ? null : () => go(after)} />
      <VisuallyHidden role="status">{isMoved && name ? `${name}, ${position}` : ''}</VisuallyHidden>
    </nav>
  );
}

interface StepProps {
  label: string;
  name: string | undefined;
  /** Null at the end of the list, where the button keeps the focus. */
  onClick: (() => void) | null;
  isBefore?: boolean;
}

function Step({ label, name, onClick, isBefore = false }: StepProps) {
  const words = name === undefined ? label : `${label}: ${name}`;
  const Icon = isBefore ? IconChevronLeft : IconChevronRight;
  return (
    <button
      type="button"
      className={classes.step}
      aria-label={words}
      title={words}
      aria-disabled={onClick === null}
      onClick={() => onClick?.()}
    >
      <Icon size={22} aria-hidden />
      <span className={classes.name}>{onClick && (name ?? label)}</span>
    </button>
  );
}

/** Shows each species from its top. */
function useTopOfPage(at: number): void {
  const shown = useRef(at);
  useEffect(() => {
    if (shown.current === at) return;
    shown.current = at;
    window.scrollTo({ top: 0, behavior: 'instant' });
  }, [at]);
}

interface KeySteps {
  onBefore: () => void;
  onAfter: () => void;
}

/** Calls back for the left and right arrow keys, where nothing else uses them. */
function useStepKeys(steps: KeySteps): void {
  const latest = useRef(steps);
  useEffect(() => {
    latest.current = steps;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
      // With Alt it is the browser's own Back; a key that is held down would leave nothing to see.
      if (event.defaultPrevented || event.repeat || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (document.querySelector('[role="dialog"]') || isTaken(event.target)) return;
      if (event.key === 'ArrowLeft') latest.current.onBefore();
      else latest.current.onAfter();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

function isTaken(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest(TAKEN)) return true;
  // What scrolls sideways, such as a strip of photos.
  for (let at: Element | null = target; at && at !== document.body; at = at.parentElement)
    if (at.scrollWidth > at.clientWidth && /auto|scroll/.test(getComputedStyle(at).overflowX)) return true;
  return false;
}
