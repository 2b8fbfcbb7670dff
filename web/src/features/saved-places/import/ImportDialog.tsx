import { Alert, Button, Checkbox, Modal, NativeSelect } from '@mantine/core';
import { MAX_SAVED_PLACES, MAX_VERTICES_IN_ALL } from '@veld/contract';
import { memo, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newId } from '../../../local/db/ids';
import { currentDatabase } from '../../../shared/session/session';
import { DialogActions } from '../../../ui/DialogBody';
import { useFocusBack } from '../../../ui/steady-focus';
import { changeSavedPlaces, PLACE_KINDS, type PlaceKind, type SavedPlace } from '../../../local/changes/saved-places';
import { countVertices, folded } from '../data';
import { PlaceIcon } from '../PlaceIcon';
import { usePlaceSize } from '../place-size';
import { identifyPlace, type PlaceCandidate, type PlacesFile } from './place-candidates';
import classes from './ImportDialog.module.css';

interface Props {
  file: PlacesFile;
  places: readonly SavedPlace[];
  onClose: () => void;
  onAdded: (count: number) => void;
}

/** The places of a file, to choose from before any is added. */
export function ImportDialog({ file, places, onClose, onAdded }: Props) {
  useFocusBack();
  const { t } = useTranslation(['settings', 'common']);
  const { candidates, unusable } = file;
  const choice = useChoice(candidates, places);
  const hasKinds = candidates.some((one) => one.kind !== undefined);
  /** Null: that of the file. */
  const [kind, setKind] = useState<PlaceKind | null>(hasKinds ? null : 'other');
  const [state, setState] = useState<'open' | 'saving' | 'failed'>('open');
  const nameOf = useCandidateNames(candidates);
  const { chosen, known } = choice;
  const fault = importFault(chosen, places);

  const add = () => {
    setState('saving');
    importPlaces(chosen, kind, nameOf).then(
      () => {
        onAdded(chosen.length);
        onClose();
      },
      () => setState('failed'),
    );
  };

  return (
    <Modal opened onClose={onClose} title={t('places.import.title')} closeButtonProps={{ 'aria-label': t('common:action.close') }}>
      <div className={classes.body}>
        <p className={classes.text}>{t('places.import.found', { count: candidates.length, file: file.name })}</p>
        {unusable > 0 && <p className={classes.text}>{t('places.import.unusable', { count: unusable })}</p>}
        <Checkbox
          label={t('places.import.all')}
          checked={chosen.length > 0 && chosen.length + known.size === candidates.length}
          indeterminate={chosen.length > 0 && chosen.length + known.size < candidates.length}
          disabled={known.size === candidates.length}
          onChange={(event) => choice.setAll(event.currentTarget.checked)}
        />
        <ul className={classes.list}>
          {candidates.map((one) => (
            <CandidateLine
              key={one.key}
              candidate={one}
              name={nameOf(one)}
              isKnown={known.has(one.key)}
              isChosen={choice.isChosen(one)}
              onToggle={choice.toggle}
            />
          ))}
        </ul>
        <NativeSelect
          label={t('places.kind_label')}
          value={kind ?? ''}
          onChange={(event) => setKind(PLACE_KINDS.find((one) => one === event.currentTarget.value) ?? null)}
          data={[
            ...(hasKinds ? [{ value: '', label: t('places.import.kind_of_file') }] : []),
            ...PLACE_KINDS.map((one) => ({ value: one, label: t(`places.kind.${one}`) })),
          ]}
        />
        {fault && <Alert color="brick">{t(`places.import.fault.${fault}`)}</Alert>}
        {state === 'failed' && (
          <Alert color="brick" role="alert">
            {t('save_state.failed')}
          </Alert>
        )}
      </div>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('common:action.cancel')}
        </Button>
        <Button loading={state === 'saving'} disabled={chosen.length === 0 || fault !== null} onClick={add}>
          {t('places.import.add', { count: chosen.length })}
        </Button>
      </DialogActions>
    </Modal>
  );
}

/** Which places of the file are chosen: at first all that the person does not have. */
function useChoice(candidates: readonly PlaceCandidate[], places: readonly SavedPlace[]) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback(
    (key: string) => setLeft((before) => new Set(before.has(key) ? [...before].filter((one) => one !== key) : [...before, key])),
    [],
  );
  const saved = new Set(places.map(identifyPlace));
  const known = new Set(candidates.map(({ key }) => key).filter((key) => saved.has(key)));
  const isChosen = ({ key }: PlaceCandidate) => !known.has(key) && !left.has(key);
  return {
    known,
    chosen: candidates.filter(isChosen),
    isChosen,
    setAll: (isAll: boolean) => setLeft(new Set(isAll ? [] : candidates.map(({ key }) => key))),
    toggle,
  };
}

/** The name in the file; places without one are numbered. */
function useCandidateNames(candidates: readonly PlaceCandidate[]): (candidate: PlaceCandidate) => string {
  const { t } = useTranslation('settings');
  return (candidate) => {
    if (candidate.name) return candidate.name;
    const number = candidates.indexOf(candidate) + 1;
    return t(`places.import.unnamed.${candidate.geometry?.type ?? 'Point'}`, { number });
  };
}

interface LineProps {
  candidate: PlaceCandidate;
  name: string;
  isKnown: boolean;
  isChosen: boolean;
  onToggle: (key: string) => void;
}

/** Of up to a thousand only those that change are rendered again. */
const CandidateLine = memo(function CandidateLine({ candidate, name, isKnown, isChosen, onToggle }: LineProps) {
  const { t } = useTranslation('settings');
  const size = usePlaceSize(candidate) ?? t('places.shape.point');
  return (
    <li className={classes.line}>
      <Checkbox
        label={name}
        description={[size, isKnown && t('places.import.known')].filter(Boolean).join(' · ')}
        checked={isChosen}
        disabled={isKnown}
        onChange={() => onToggle(candidate.key)}
      />
      <PlaceIcon place={candidate} />
    </li>
  );
});

type ImportFault = 'list_full' | 'shapes_full';

/** Why these places cannot be added to those that are there. */
function importFault(chosen: readonly PlaceCandidate[], places: readonly SavedPlace[]): ImportFault | null {
  if (places.length + chosen.length > MAX_SAVED_PLACES) return 'list_full';
  return countVertices([...places, ...chosen]) > MAX_VERTICES_IN_ALL ? 'shapes_full' : null;
}

/** Adds places under names that are not taken; `kind`: null for those that the file gives them. Those that were added before, also in another tab, are left out. */
async function importPlaces(
  chosen: readonly PlaceCandidate[],
  kind: PlaceKind | null,
  unnamed: (candidate: PlaceCandidate) => string,
  database = currentDatabase(),
): Promise<void> {
  await changeSavedPlaces(database, (places) => {
    const known = new Set(places.map(identifyPlace));
    const names = new Set(places.map(({ name }) => folded(name)));
    const added = chosen
      .filter(({ key }) => !known.has(key))
      .map((candidate): SavedPlace => {
        const { key: _, ...place } = candidate;
        const name = freeName(candidate.name || unnamed(candidate), names);
        return { ...place, id: newId(), name, kind: kind ?? candidate.kind ?? 'other' };
      });
    return added.length === 0 ? places : [...places, ...added];
  });
}

/** The name, with a number if it is taken; from then on it is. */
function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let number = 2; taken.has(folded(free)); number++) {
    const end = ` ${number}`;
    free = name.slice(0, 80 - end.length) + end;
  }
  taken.add(folded(free));
  return free;
}
