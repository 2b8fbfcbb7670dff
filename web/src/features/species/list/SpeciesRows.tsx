import { ActionIcon, Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconCheck, IconPhotoEdit } from '@tabler/icons-react';
import { useCallback, useState, type RefObject, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { number } from '../../../i18n/format';
import { type Undoable, UndoNotice } from '../../../shared/records/UndoNotice';
import { notifier, useLanguage } from '../../../shared/session/session';
import { readGroup, speciesAddress, type Taxon } from '../../../shared/taxa/data';
import { useFromList } from '../../../shared/taxa/from-list';
import { GuessesHeading } from '../../../shared/taxa/GuessesHeading';
import { taxonRowProps } from '../../../shared/taxa/names';
import { TaxonRow } from '../../../ui/cards/TaxonRow';
import { Binoculars } from '../../../ui/drawings/EmptyDrawings';
import { EmptyState } from '../../../ui/EmptyState';
import { ScientificName } from '../../../ui/ScientificName';
import { useKeptPlace } from '../../../ui/virtual/use-kept-place';
import { VirtualRows } from '../../../ui/virtual/VirtualRows';
import { type OwnSpecies, useOwnPicture, useTicks } from '../data';
import { ImageChoice } from './ImageChoice';
import { type Heading, isHeading, type SpeciesLine } from './order';
import classes from './SpeciesRows.module.css';

const LEVELS = { class: 'h2', order: 'h3', family: 'h4' } as const;

interface Props {
  lines: readonly SpeciesLine[];
  own: ReadonlyMap<number, OwnSpecies>;
  label: string;
  /** Instead of an empty list. */
  emptySentence: string;
  /** False in a period, because ticks have no date. */
  canTick: boolean;
  /** What a row says about its place in the order. */
  noteOf: (taxon: Taxon) => string | null;
  /** Whether the picture of each row can be chosen. */
  canChoose: boolean;
  /** The species only resemble the text that was searched for. */
  hasGuesses: boolean;
  onAll: () => void;
}

/** The species of a list, each with the number of the user's records or with its tick. */
export function SpeciesRows({ lines, own, label, emptySentence, canTick, noteOf, canChoose, hasGuesses, onAll }: Props) {
  const { t } = useTranslation(['species', 'common']);
  const language = useLanguage();
  const isWide = useMediaQuery('(min-width: 60em)', false, { getInitialValueInEffect: false });
  const isWidest = useMediaQuery('(min-width: 90em)', false, { getInitialValueInEffect: false });
  const { tick, untick } = useTicks();
  const [act, setAct] = useState<Undoable | null>(null);
  const [choosing, setChoosing] = useState<Taxon | null>(null);
  const ownPicture = useOwnPicture();
  const fromList = useFromList(lines, idOf);
  useKeptPlace(lines);
  const dismiss = useCallback(() => setAct(null), []);
  const failed = (cause: unknown) => void notifier.show('negative', t('common:error.storage_failed'), { cause });

  const addTick = (taxon: Taxon) => {
    tick(taxon).then(() => {
      setAct({
        id: `${taxon.id} ${Date.now()}`,
        text: t('tick.added', { name: taxon.name }),
        undo: () => void untick(taxon.id).catch(failed),
      });
    }, failed);
  };
  const removeTick = (taxon: Taxon) => {
    untick(taxon.id).then(() => {
      setAct({
        id: `${taxon.id} ${Date.now()}`,
        text: t('tick.removed', { name: taxon.name }),
        undo: () => void tick(taxon).catch(failed),
      });
    }, failed);
  };

  const rowOf = (taxon: Taxon) => {
    const one = own.get(taxon.id);
    const records = one ? one.records - one.ticks : 0;
    return (
      <div className={classes.row}>
        <TaxonRow
          {...taxonRowProps(taxon, t, one !== undefined && one.records > 0)}
          picture={ownPicture(taxon)}
          note={noteOf(taxon)}
          to={speciesAddress(taxon.id)}
          state={fromList}
        />
        <span className={classes.end}>
          {canChoose && one && one.pictured.length > 0 ? (
            <ActionIcon
              variant="default"
              aria-label={t('image.choose_of', { name: taxon.name })}
              title={t('image.choose')}
              onClick={() => setChoosing(taxon)}
            >
              <IconPhotoEdit size={20} aria-hidden />
            </ActionIcon>
          ) : records > 0 ? (
            <Count text={number(records, language)} label={t('common:count.records', { count: records })} />
          ) : (
            canTick && <TickButton taxon={taxon} own={one} onTick={() => addTick(taxon)} onUntick={() => removeTick(taxon)} />
          )}
        </span>
      </div>
    );
  };

  return (
    <>
      {hasGuesses && lines.length > 0 && <GuessesHeading />}
      {lines.length === 0 ? (
        <EmptyState
          drawing={<Binoculars />}
          sentence={emptySentence}
          action={
            <Button variant="default" onClick={onAll}>
              {t('empty.show_all')}
            </Button>
          }
        />
      ) : (
        <VirtualRows
          items={lines}
          keyOf={keyOf}
          rowHeight={81}
          columns={isWidest ? 3 : isWide ? 2 : 1}
          isHeading={isHeading}
          label={label}
          render={(line) => (isHeading(line) ? <SystematicHeading line={line} /> : rowOf(line))}
        />
      )}
      {choosing && <ImageChoice taxon={choosing} onClose={() => setChoosing(null)} />}
      <UndoNotice act={act} onDismiss={dismiss} />
    </>
  );
}

/** Without a translation of its own: hooks in each row would take longer than the row. */
function Count({ text, label }: { text: string; label: string }) {
  return (
    <span className={classes.count} role="img" aria-label={label} title={label}>
      {text}
    </span>
  );
}

const idOf = (line: SpeciesLine) => (isHeading(line) ? null : line.id);
const keyOf = (line: SpeciesLine) => (isHeading(line) ? line.key : line.id);

/** The class, order or family of the species below it. */
function SystematicHeading({ line }: { line: Heading }) {
  const { t } = useTranslation('common');
  const Level = LEVELS[line.heading];
  const scientific = line.taxon?.scientific_name ?? line.family;
  const name = line.taxon?.name ?? (line.family === null ? t(`group.${readGroup(line.example)}`) : line.family);
  return (
    <Level className={classes[line.heading]}>
      {name}
      {scientific && scientific !== name && (
        <ScientificName className={classes.scientific} name={scientific} rank={line.taxon?.rank ?? line.heading} />
      )}
    </Level>
  );
}

interface TickButtonProps {
  taxon: Taxon;
  own: OwnSpecies | undefined;
  onTick: () => void;
  onUntick: () => void;
}

/** Adds or removes a tick. Hidden if there is a real record. */
function TickButton({ taxon, own, onTick, onUntick }: TickButtonProps) {
  const { t } = useTranslation('species');
  if (own && own.records > own.ticks) return null;
  const isTicked = own !== undefined;
  return (
    <ActionIcon
      variant={isTicked ? 'filled' : 'outline'}
      color={isTicked ? 'moss' : 'stone'}
      radius="xl"
      aria-pressed={isTicked}
      aria-label={t('tick.of', { name: taxon.name })}
      title={isTicked ? t('tick.remove') : t('tick.add')}
      onClick={isTicked ? onUntick : onTick}
    >
      <IconCheck className={isTicked ? undefined : classes.notYet} size={20} stroke={2.25} aria-hidden />
    </ActionIcon>
  );
}

/** Brings the chosen one of a strip of choices, which may scroll sideways, into view when `chosen` changes. */
export function useChosenInView(chosen: string): RefObject<HTMLDivElement | null> {
  const strip = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const box = strip.current?.getBoundingClientRect();
    const choice = strip.current?.querySelector('input:checked + label')?.getBoundingClientRect();
    if (!strip.current || !box || !choice) return;
    if (choice.left < box.left || choice.right > box.right)
      strip.current.scrollLeft += choice.left + choice.width / 2 - (box.left + box.width / 2);
  }, [chosen]);
  return strip;
}
