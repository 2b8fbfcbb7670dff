import { Button, VisuallyHidden } from '@mantine/core';
import { IconBookmark, IconCurrentLocation, IconEyeOff, IconKeyboard, IconPhoto, IconWalk, IconX } from '@tabler/icons-react';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findLocationError } from '../../../device/location';
import { distance } from '../../../i18n/format';
import type { PhotoFacts } from '../../../local/db/rows';
import { privateZoneAt, type SavedPlace, savedPlaces } from '../../../local/changes/saved-places';
import { usePlaceWords } from '../../../shared/geo/data';
import { MapButton } from '../../../shared/geo/map/MapButton';
import { LengthInput } from '../../../shared/geo/position/LengthInput';
import { useDistance, useStateText } from '../../../shared/geo/position/words';
import { formatRecordCoordinates } from '../../../shared/records/record-labels';
import { useRecordTranslation } from '../../../shared/records/record-labels';
import { currentDatabase, useLanguage, useUser } from '../../../shared/session/session';
import { FieldError } from '../../../ui/FieldError';
import type { Check } from '../checks/checks';
import { FieldChecks } from '../checks/FieldChecks';
import { FoldedLine } from '../fields/FoldedLine';
import type { FormValues } from '../form-values';
import { PinButton } from '../Pins';
import type { ObserveForm } from '../use-observe-form';
import { Measuring } from './Measuring';
import { MAP_HASH, PLACE_HASH } from './place-address';
import { movedSince, type PlaceOffer } from './place-offers';
import { placeOnMap } from './place-on-map';
import { PlaceOffers } from './PlaceOffers';
import { PlaceThumb } from './PlaceThumb';
import { TypedPlace } from './TypedPlace';
import { type AppliedDefaults, defaultsPatch, type Place, placeDefaults, withoutDefaults } from './use-place';
import shared from '../observe.module.css';
import classes from './PlaceField.module.css';

interface Props {
  form: ObserveForm;
  place: Place;
  /** Metadata of the first photo with a place; null if none has one. */
  photoPlace: PhotoFacts | null;
  checks: readonly Check[];
  errors: string[];
}

/** The place in one line, with a small map. */
export function PlaceField({ form, place, photoPlace, checks, errors }: Props) {
  const { t } = useTranslation(['recording', 'observations']);
  const language = useLanguage();
  const { values } = form;
  // Unfinished coordinates of a draft are shown again.
  const [isTyping, setTyping] = useState(Boolean(values.place_text));
  const [isOpened, setOpened] = useState(isTyping || isAskedFor());
  const isOpen = isOpened || errors.length > 0;
  const coordinates = formatRecordCoordinates(values, language);
  const isFromPhoto = values.location_source === 'exif' && coordinates !== null;
  const isSlow = useIsSlow(place);
  const isMeasured = coordinates !== null && values.location_source === 'gps';
  const hasError = place.isMeasuring && findLocationError(place.live.state) !== null;
  const needsOffers = coordinates === null && (!place.isMeasuring || isSlow || hasError);
  const defaults = usePlaceDefaults(form);
  const takeOffer = (offer: PlaceOffer) => {
    place.takeOffer(offer.place);
    defaults.follow(offer.kind === 'saved' ? offer.saved : null);
  };
  const label = t('observations:where.title');
  const offers = (needsOffers || (isMeasured && isOpen)) && !isTyping && (
    <PlaceOffers form={form} isSavedOnly={isMeasured} onTake={takeOffer} />
  );

  return (
    <FoldedLine
      section={scrollToIfAsked}
      title={label}
      sign={<PlaceThumb values={values} isSearching={place.isMeasuring && !hasError} />}
      words={<PlaceWords values={values} place={place} coordinates={coordinates} />}
      note={<PlaceNote values={values} place={place} hasPlace={coordinates !== null} isOpen={isOpen} />}
      isOpen={isOpen}
      onToggle={() => setOpened(!isOpen)}
      aside={
        <>
          <OnTheMap values={values} place={place} onPicked={() => setTyping(false)} />
          {coordinates && (isOpen || Object.hasOwn(form.pins, 'place')) && <PinButton form={form} name="place" label={label} />}
        </>
      }
      always={
        <>
          <DefaultsNotice applied={defaults.applied} values={values} onUndo={() => defaults.follow(null)} />
          <HomeZoneNotice form={form} />
          {(isOpen || hasError) && <Measuring place={place} hasPlace={coordinates !== null} />}
          {values.place_by !== 'photos' && <MovedNotice photo={photoPlace} place={place} />}
          <FieldChecks form={form} checks={checks} field="where" />
          {coordinates === null && values.place_by === 'photos' && <p className={shared.hint}>{t('offer.missing_place')}</p>}
          {!isOpen && offers}
          {coordinates === null && !place.isMeasuring && <p className={shared.hint}>{t('where.none_hint')}</p>}
          <FieldError messages={errors} />
          <AnnouncedUncertainty metres={coordinates && !place.isMeasuring ? values.coordinate_uncertainty_m : null} />
        </>
      }
    >
      {coordinates && <UncertaintyInput form={form} place={place} />}
      {isTyping && <TypedPlace form={form} place={place} initial={coordinates ?? ''} onReplaced={() => setTyping(false)} />}
      <SourceButtons
        values={values}
        place={place}
        photo={isFromPhoto ? null : photoPlace}
        isTyping={isTyping}
        onType={setTyping}
        onClear={() => {
          setTyping(false);
          defaults.follow(null);
          place.clear();
        }}
      />
      {offers}
    </FoldedLine>
  );
}

interface LineProps {
  values: FormValues;
  place: Place;
}

/** The place in words, if possible; else its coordinates, or that it has none. */
function PlaceWords({ values, place, coordinates }: LineProps & { coordinates: string | null }) {
  const { t } = useTranslation('recording');
  const words = usePlaceWords(values);
  if (words ?? coordinates) return words ?? coordinates;
  return t(place.isMeasuring && findLocationError(place.live.state) === null ? 'where.searching' : 'where.none');
}

/** How exact the place is, where it comes from, and who sees it: what is not as usual. */
function PlaceNote({ values, place, hasPlace, isOpen }: LineProps & { hasPlace: boolean; isOpen: boolean }) {
  const t = useRecordTranslation('recording');
  const length = useDistance();
  const stateText = useStateText();
  const { location_source: source, coordinate_uncertainty_m: uncertainty, geoprivacy } = values;
  const { state, fix } = place.live;
  const isImproving = place.isMeasuring && findLocationError(state) === null && fix !== null;
  const notes = [
    // The controls say it, too.
    isOpen ? null : isImproving ? stateText(state, fix.accuracy_m) : hasPlace && uncertainty !== null && length(uncertainty),
    // The place of the device is as usual.
    hasPlace && source && source !== 'gps' && t(`observations:where.source.${source}`),
    geoprivacy !== 'open' && t(`common:geoprivacy.${geoprivacy}`),
  ];
  return notes.filter((note) => typeof note === 'string').join(' · ');
}

/** Whether a link led here: some lead to the place of a form that lacks one. */
function isAskedFor(): boolean {
  return globalThis.location.hash === PLACE_HASH;
}

/** Opens the map on the place, as exact as it is. A place that stays as it was keeps where it comes from. */
function OnTheMap({ values, place, onPicked }: LineProps & { onPicked: () => void }) {
  const { latitude, longitude, coordinate_uncertainty_m, location_source, location_id } = values;
  const before = latitude === null || longitude === null ? null : { latitude, longitude, uncertainty_m: coordinate_uncertainty_m };
  return (
    <MapButton
      isSmall
      startsOpen={globalThis.location.hash === MAP_HASH}
      place={before}
      onPick={(point, uncertainty) => {
        onPicked();
        const isSame = before?.latitude === point.latitude && before.longitude === point.longitude;
        const source = isSame && location_source ? { location_source, location_id } : {};
        place.takeOffer({ ...placeOnMap(point, uncertainty), ...source });
      }}
    />
  );
}

interface SourceButtonsProps {
  values: FormValues;
  place: Place;
  /** A photo whose place can be used; null if there is none, or its place is already in the form. */
  photo: PhotoFacts | null;
  isTyping: boolean;
  onType: (isTyping: boolean) => void;
  onClear: () => void;
}

/** The ways to set the place: measure, type, or take that of a photo. */
function SourceButtons({ values, place, photo, isTyping, onType, onClear }: SourceButtonsProps) {
  const { t } = useTranslation('recording');
  return (
    <div className={classes.placeButtons}>
      {!place.isMeasuring && (
        <Button
          variant="default"
          leftSection={<IconCurrentLocation size={20} aria-hidden />}
          onClick={() => {
            onType(false);
            place.measure();
          }}
        >
          {values.location_source === 'gps' ? t('where.measure_again') : t('where.use_gps')}
        </Button>
      )}
      {!isTyping && (
        <Button variant="default" leftSection={<IconKeyboard size={20} aria-hidden />} onClick={() => onType(true)}>
          {t('where.type')}
        </Button>
      )}
      {photo && (
        <Button
          variant="default"
          leftSection={<IconPhoto size={20} aria-hidden />}
          onClick={() => {
            onType(false);
            place.applyPhoto({ ...photo, taken_on: null, taken_time: null });
          }}
        >
          {t('where.use_photo')}
        </Button>
      )}
      {values.latitude !== null && (
        <Button variant="subtle" color="stone" leftSection={<IconX size={20} aria-hidden />} onClick={onClear}>
          {t('where.clear')}
        </Button>
      )}
    </div>
  );
}

/** Announces the uncertainty of a place to screen readers once it is set. */
function AnnouncedUncertainty({ metres }: { metres: number | null }) {
  const { t } = useTranslation('observations');
  const language = useLanguage();
  const { units } = useUser().preferences;
  return (
    <VisuallyHidden role="status">
      {metres === null ? '' : t('where.accuracy', { distance: distance(metres, units, language) })}
    </VisuallyHidden>
  );
}

/** Links to a form that lacks a place lead to this section. */
function scrollToIfAsked(section: HTMLElement | null): void {
  if (isAskedFor()) section?.scrollIntoView?.();
}

const SLOW_MS = 8000;

/** Whether measuring takes long enough to suggest other ways to set the place. */
function useIsSlow({ isMeasuring, live }: Place): boolean {
  const isWaiting = isMeasuring && live.fix === null;
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isWaiting]);
  return isSlow;
}

/** Says that the device has moved since the photo was taken. */
function MovedNotice({ photo, place }: { photo: PhotoFacts | null; place: Place }) {
  const { t } = useTranslation('recording');
  const length = useDistance();
  const { here } = place;
  if (!photo || photo.latitude === null || photo.longitude === null || !here) return null;
  const metres = movedSince({ latitude: photo.latitude, longitude: photo.longitude }, photo.coordinate_uncertainty_m, here);
  if (metres === null) return null;
  return (
    <p className={classes.moved} role="status">
      <IconWalk size={20} aria-hidden />
      {t('moved', { distance: length(metres) })}
    </p>
  );
}

interface DefaultsNoticeProps {
  applied: AppliedDefaults | null;
  values: FormValues;
  onUndo: () => void;
}

/** Says what the chosen saved place set in the form, where that still applies. */
function DefaultsNotice({ applied, values, onUndo }: DefaultsNoticeProps) {
  const t = useRecordTranslation('recording');
  const set = applied && [
    applied.geoprivacy && values.geoprivacy === applied.geoprivacy.set && t(`common:geoprivacy.${applied.geoprivacy.set}`),
    applied.habitat && values.attributes.habitat === applied.habitat && t(`observations:choice.habitat.${applied.habitat}`),
  ];
  const words = set?.filter((one) => typeof one === 'string') ?? [];
  return (
    <div role="status">
      {applied && words.length > 0 && (
        <div className={classes.defaults}>
          <IconBookmark size={20} aria-hidden />
          <p>{t('recording:place_defaults.applied', { name: applied.name, values: words.join(' · ') })}</p>
          <Button variant="subtle" onClick={onUndo}>
            {t('recording:place_defaults.undo')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Says that the new record lies in a private zone and is saved as obscured, unless the person shows it. */
function HomeZoneNotice({ form }: { form: ObserveForm }) {
  const { t } = useTranslation('recording');
  const database = currentDatabase();
  const places = useLiveQuery(() => savedPlaces(database), [database]) ?? [];
  const { values, recordId } = form;
  const zone = recordId === null && values.geoprivacy === 'open' ? privateZoneAt(places, values) : undefined;
  const isShown = values.shows_home === true;
  return (
    <div role="status">
      {zone && (
        <div className={classes.defaults}>
          <IconEyeOff size={20} aria-hidden />
          <p>{t(isShown ? 'home_zone.shown' : 'home_zone.hidden', { name: zone.name })}</p>
          <Button variant="subtle" onClick={() => form.change({ shows_home: !isShown })}>
            {t(isShown ? 'home_zone.hide' : 'home_zone.show')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Applies what the chosen saved place sets for new records. A record that is being edited keeps its values. */
function usePlaceDefaults(form: ObserveForm) {
  const [applied, setApplied] = useState<AppliedDefaults | null>(null);
  const isNew = form.recordId === null;

  /** `place`: null if another place was chosen that sets nothing. */
  const follow = (place: SavedPlace | null) => {
    const undone = applied ? { ...form.values, ...withoutDefaults(form.values, applied) } : form.values;
    const next = place && isNew ? placeDefaults(place, undone) : null;
    setApplied(next);
    const after = next ? { ...undone, ...defaultsPatch(undone, next) } : undone;
    if (after !== form.values) form.change({ geoprivacy: after.geoprivacy, attributes: after.attributes });
  };
  return { applied, follow };
}

/** The uncertainty of the place, in the user's units. */
function UncertaintyInput({ form, place }: { form: ObserveForm; place: Place }) {
  const { t } = useTranslation(['recording', 'observations']);
  const { units } = useUser().preferences;
  return (
    <LengthInput
      units={units}
      label={t('observations:field.coordinate_uncertainty_m')}
      placeholder={t('where.uncertainty_unknown')}
      min={1}
      allowDecimal={false}
      inputMode="numeric"
      metres={form.values.coordinate_uncertainty_m}
      onMetres={(metres) => {
        place.stop();
        form.change({ coordinate_uncertainty_m: metres, place_by: 'person' });
      }}
    />
  );
}
