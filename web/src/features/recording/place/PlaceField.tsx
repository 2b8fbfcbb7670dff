import { Button, VisuallyHidden } from '@mantine/core';
import { IconBookmark, IconCurrentLocation, IconEyeOff, IconKeyboard, IconPhoto, IconWalk, IconX } from '@tabler/icons-react';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findLocationError } from '../../../device/location';
import { distance } from '../../../i18n/format';
import type { PhotoFacts } from '../../../local/db/rows';
import { privateZoneAt, type SavedPlace, savedPlaces } from '../../../local/changes/saved-places';
import { usePlaceWords } from '../../../shared/geo/data';
import { MapButton } from '../../../shared/geo/map/MapButton';
import PositionChip from '../../../shared/geo/position/PositionChip';
import { useDistance } from '../../../shared/geo/position/words';
import { formatRecordCoordinates, useRecordTranslation } from '../../../shared/records/record-labels';
import { currentDatabase, useLanguage, useUser } from '../../../shared/session/session';
import { FieldError } from '../../../ui/FieldError';
import type { Check } from '../checks/checks';
import { FieldChecks } from '../checks/FieldChecks';
import type { FormValues } from '../form-values';
import { PinButton } from '../Pins';
import type { ObserveForm } from '../use-observe-form';
import { Measuring } from './Measuring';
import { PLACE_HASH } from './place-address';
import { type AppliedDefaults, defaultsPatch, placeDefaults, withoutDefaults } from './place-defaults';
import { movedSince, type PlaceOffer } from './place-offers';
import { placeOnMap } from './place-on-map';
import { PlaceOffers } from './PlaceOffers';
import { TypedPlace } from './TypedPlace';
import { UncertaintyInput } from './UncertaintyInput';
import type { Place } from './use-place';
import shared from '../observe.module.css';
import classes from './PlaceField.module.css';
import placeClasses from './place.module.css';

interface Props {
  form: ObserveForm;
  place: Place;
  /** Metadata of the first photo with a place; null if none has one. */
  photoPlace: PhotoFacts | null;
  checks: readonly Check[];
  errors: string[];
}

export function PlaceField({ form, place, photoPlace, checks, errors }: Props) {
  const { t } = useTranslation(['recording', 'observations']);
  const language = useLanguage();
  const titleId = useId();
  const { values } = form;
  // Unfinished coordinates of a draft are shown again.
  const [isTyping, setTyping] = useState(Boolean(values.place_text));
  const coordinates = formatRecordCoordinates(values, language);
  const isFromPhoto = values.location_source === 'exif' && coordinates !== null;
  const isSlow = useIsSlow(place);
  const isMeasured = coordinates !== null && values.location_source === 'gps';
  const needsOffers = coordinates === null && (!place.isMeasuring || isSlow || findLocationError(place.live.state) !== null);
  const defaults = usePlaceDefaults(form);
  const takeOffer = (offer: PlaceOffer) => {
    place.takeOffer(offer.place);
    defaults.follow(offer.kind === 'saved' ? offer.saved : null);
  };

  return (
    <section ref={scrollToIfAsked} className={shared.section} aria-labelledby={titleId}>
      <div className={shared.titleLine}>
        <h2 className={shared.sectionTitle} id={titleId}>
          {t('observations:where.title')}
        </h2>
        {isFromPhoto && (
          <span className={shared.fromPhoto}>
            <IconPhoto size={16} aria-hidden /> {t('from_photo')}
          </span>
        )}
        <PositionChip />
        {coordinates && <PinButton form={form} name="place" label={t('observations:where.title')} />}
      </div>

      {coordinates && (
        <ChosenPlace
          values={values}
          coordinates={coordinates}
          isFrozen={place.isFrozen}
          onClear={() => {
            setTyping(false);
            defaults.follow(null);
            place.clear();
          }}
        />
      )}
      <DefaultsNotice applied={defaults.applied} values={values} onUndo={() => defaults.follow(null)} />
      <HomeZoneNotice form={form} />
      <Measuring place={place} hasPlace={coordinates !== null} />
      {values.place_by !== 'photos' && <MovedNotice photo={photoPlace} place={place} />}
      {coordinates && <UncertaintyInput form={form} place={place} />}
      <FieldChecks form={form} checks={checks} field="where" />
      {isTyping && <TypedPlace form={form} place={place} initial={coordinates ?? ''} onReplaced={() => setTyping(false)} />}
      <SourceButtons values={values} place={place} photo={isFromPhoto ? null : photoPlace} isTyping={isTyping} onType={setTyping} />
      {coordinates === null && values.place_by === 'photos' && <p className={shared.hint}>{t('offer.missing_place')}</p>}
      {(needsOffers || isMeasured) && !isTyping && <PlaceOffers form={form} isSavedOnly={isMeasured} onTake={takeOffer} />}
      {coordinates === null && !place.isMeasuring && <p className={shared.hint}>{t('where.none_hint')}</p>}
      <FieldError messages={errors} />
      <AnnouncedUncertainty metres={coordinates && !place.isMeasuring ? values.coordinate_uncertainty_m : null} />
    </section>
  );
}

interface ChosenPlaceProps {
  values: FormValues;
  coordinates: string;
  /** The measurement has ended. */
  isFrozen: boolean;
  onClear: () => void;
}

/** The place of the form, in words if possible, and where it comes from. */
function ChosenPlace({ values, coordinates, isFrozen, onClear }: ChosenPlaceProps) {
  const { t } = useTranslation(['recording', 'observations']);
  const words = usePlaceWords(values);
  const length = useDistance();
  const { location_source: source, coordinate_uncertainty_m: uncertainty } = values;
  return (
    <div className={classes.place}>
      <div className={classes.placeWords}>
        {words && <span className={classes.words}>{words}</span>}
        <span className={words ? classes.beside : classes.coordinates}>{coordinates}</span>
        {source && (
          <span className={placeClasses.quiet}>
            {t(`observations:where.source.${source}`)}
            {isFrozen &&
              source === 'gps' &&
              uncertainty !== null &&
              ` · ${t('recording:measure.frozen', { distance: length(uncertainty) })}`}
          </span>
        )}
      </div>
      <Button variant="subtle" color="stone" leftSection={<IconX size={20} aria-hidden />} onClick={onClear}>
        {t('where.clear')}
      </Button>
    </div>
  );
}

interface SourceButtonsProps {
  values: FormValues;
  place: Place;
  /** A photo whose place can be used; null if there is none, or its place is already in the form. */
  photo: PhotoFacts | null;
  isTyping: boolean;
  onType: (isTyping: boolean) => void;
}

/** The ways to set the place: measure, type, or take that of a photo. */
function SourceButtons({ values, place, photo, isTyping, onType }: SourceButtonsProps) {
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
      <MapButton
        place={values.latitude !== null && values.longitude !== null ? { latitude: values.latitude, longitude: values.longitude } : null}
        onPick={(point, uncertainty) => {
          onType(false);
          place.takeOffer(placeOnMap(point, uncertainty));
        }}
      />
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
  if (globalThis.location.hash === PLACE_HASH) section?.scrollIntoView?.();
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
