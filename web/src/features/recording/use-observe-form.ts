import { recordParts } from '@veld/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { LocalPhoto } from '../../local/db/rows';
import { pinnedFields, type Pins } from '../../local/device/pins';
import { draftPhotos } from '../../local/records/drafts';
import { zoneAt } from '../../shared/geo/time-zone';
import { currentDatabase, useMaybeUser } from '../../shared/session/session';
import { withText } from './form-count';
import { begunNow, type FormPatch, type FormPhoto, type FormValues, makeFormPhoto, timeZonePatch } from './form-values';
import { metadataPatch } from './photos/photo-values';
import { usePhotoReading } from './photos/use-photo-reading';
import { type DraftOrigin, useDraftAutosave } from './use-draft-autosave';
import { useSaveRecord } from './use-save-record';

export interface FormStart extends DraftOrigin {
  values: FormValues;
  /** The place was measured for the previous record; a new measurement replaces it. */
  followsPlace?: boolean;
  /** The place was still being measured when the record was saved; measuring continues after the save is undone. */
  isMeasuring?: boolean;
}

const NO_PINS: Pins = {};

/** The open form: every change is autosaved, and `save` resolves only when the record is on disk. */
export function useObserveForm(start: FormStart, onDraftStored: () => void) {
  const { draftId, recordId } = start;
  const database = currentDatabase();
  const photoLicense = useMaybeUser()?.preferences.photo_license ?? null;
  const pins = useLiveQuery(() => pinnedFields.read(database), [database]) ?? NO_PINS;
  const [values, setValues] = useState(start.values);
  // The newest values, for asynchronous work that outlives the render it started in.
  const latest = useRef(start.values);
  const currentValues = useCallback(() => latest.current, []);
  const isTouched = useRef(start.isStored);
  const [isBegun, setBegun] = useState(start.isStored);
  const { changeDraft, isDraftEnded, ...draft } = useDraftAutosave(start, onDraftStored);
  /** The lookup of the time zone of the newest place. */
  const zoneLookup = useRef<Promise<void>>(Promise.resolve());
  const derivedValues = useCallback(() => zoneLookup.current, []);
  const { clearProblem, ...saving } = useSaveRecord(start, { changeDraft, isDraftEnded, ...draft }, { currentValues, derivedValues });
  const { photos: photoRows, remember, patchFor } = usePhotoSources(draftId, recordId, start.values.media);

  const apply = useCallback(
    (changed: FormValues, isQuiet: boolean) => {
      const isFirst = !isQuiet && !isTouched.current && recordId === null;
      const next = isFirst ? begunNow(changed) : changed;
      latest.current = next;
      setValues(next);
      if (!isQuiet) {
        isTouched.current = true;
        setBegun(true);
        clearProblem();
      }
      if (isTouched.current) changeDraft(next);
    },
    [recordId, changeDraft, clearProblem],
  );
  /** Before a form that needed no input is saved. */
  const beginUntouched = useCallback(() => {
    if (isTouched.current || recordId !== null) return;
    latest.current = begunNow(latest.current);
    setValues(latest.current);
  }, [recordId]);

  /** Sets the time zone of a changed place, whoever changed it. */
  const followZone = useCallback(
    async ({ latitude, longitude }: FormValues) => {
      const zone = latitude === null || longitude === null ? null : await zoneAt(latitude, longitude);
      const now = latest.current;
      if (now.latitude !== latitude || now.longitude !== longitude) return;
      const patch = timeZonePatch(now, zone);
      if (patch.time_zone !== now.time_zone) apply({ ...now, ...patch }, true);
    },
    [apply],
  );

  /** `quiet`: an automatic change, such as a GPS fix; on its own it does not create a draft. */
  const change = useCallback(
    (patch: FormPatch | ((now: FormValues) => FormPatch), options: { quiet?: boolean } = {}) => {
      const before = latest.current;
      const wanted = typeof patch === 'function' ? patch(before) : patch;
      const changed = wanted.media ? { ...wanted, ...patchFor(before, wanted.media) } : wanted;
      const next = { ...before, ...outdatedBy(changed, before), ...changed };
      const hasMoved = next.latitude !== before.latitude || next.longitude !== before.longitude;
      apply(next, options.quiet ?? false);
      if (hasMoved && changed.time_zone === undefined) zoneLookup.current = followZone(next);
    },
    [apply, followZone, patchFor],
  );

  const addPhoto = useCallback(
    (photo: LocalPhoto) => {
      remember(photo);
      change(({ media }) => ({ media: [...media, makeFormPhoto(photo, photoLicense)], is_offer_declined: false }));
    },
    [change, remember, photoLicense],
  );
  const isInForm = useCallback((sha256: string) => latest.current.media.some((photo) => photo.sha256 === sha256), []);
  const photos = usePhotoReading(draftId, isInForm, addPhoto);
  const photosInForm = useMemo(() => values.media.flatMap(({ id }) => photoRows.get(id) ?? []), [values.media, photoRows]);
  // A photo may be in the form before its metadata has been read.
  useEffect(() => {
    const patch = patchFor(latest.current, latest.current.media);
    if (Object.keys(patch).length > 0) change(patch, { quiet: true });
  }, [change, patchFor, photosInForm]);

  return { values, currentValues, change, isBegun, beginUntouched, recordId, draftId, pins, photosInForm, ...draft, ...saving, ...photos };
}

/**
 * Clears the values that others replace: the taxon known by id only, the name typed before one was chosen, the text typed as a count, and
 * the delay of a place that came after saving.
 */
function outdatedBy(changed: FormPatch, before: FormValues): FormPatch {
  return {
    ...('count' in changed ? { count_texts: withText(before, 'count', null) } : {}),
    ...('taxon' in changed ? { nameless_taxon_id: null, taxon_text: '' } : {}),
    ...(recordParts.place.some((key) => key in changed) ? { location_delay_s: null } : {}),
  };
}

export type ObserveForm = ReturnType<typeof useObserveForm>;

/**
 * The metadata of the photos in the open form, which decides the date and place of a new record. `startMedia`: the photos with which the
 * form was opened, whose metadata is in its values already.
 */
function usePhotoSources(draftId: string, recordId: string | null, startMedia: readonly FormPhoto[]) {
  const database = currentDatabase();
  const rows = useLiveQuery(() => draftPhotos(database, draftId), [database, draftId]);
  // Keeps the metadata of removed photos, which can be put back.
  const known = useRef(new Map<string, LocalPhoto>());
  /** Ids of the photos whose metadata the form has. */
  const decided = useRef(startMedia.map(({ id }) => id));
  useEffect(() => {
    for (const photo of rows ?? []) known.current.set(photo.id, photo);
  }, [rows]);

  const remember = useCallback((photo: LocalPhoto) => void known.current.set(photo.id, photo), []);

  /** What changes with the photos of a new record, once their metadata is known. A record that exists keeps its date and place. */
  const patchFor = useCallback(
    (values: FormValues, media: readonly FormPhoto[]): FormPatch => {
      const rowsOf = (ids: readonly string[]) => ids.flatMap((id) => known.current.get(id) ?? []);
      const [before, ids] = [decided.current, media.map(({ id }) => id)];
      const isSame = ids.length === before.length && ids.every((id) => before.includes(id));
      if (isSame || recordId !== null || rowsOf(ids).length < ids.length) return {};
      decided.current = ids;
      return metadataPatch(values, rowsOf(before), rowsOf(ids));
    },
    [recordId],
  );

  const photos = useMemo(() => new Map((rows ?? []).map((photo) => [photo.id, photo])), [rows]);
  return { photos, remember, patchFor };
}
