import { Button, VisuallyHidden } from '@mantine/core';
import { IconCurrentLocation, IconKeyboard, IconPhoto, IconWalk, IconX } from '@tabler/icons-react';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findLocationError } from '../../../device/location';
import type { PhotoFacts } from '../../../local/db/rows';
import { FieldError } from '../../../ui/FieldError';
import { distance } from '../../../i18n/format';
import { useLanguage, useUser } from '../../../shared/session/session';
import type { Check } from '../checks/checks';
import { PLACE_HASH } from './place-address';
import { placeOnMap } from './place-on-map';
import { movedSince, type PlaceOffer } from './place-offers';
import { usePlaceWords } from '../../../shared/geo/data';
import PositionChip from '../../../shared/geo/position/PositionChip';
import { MapButton } from '../../../shared/geo/map/MapButton';
import { useDistance } from '../../../shared/geo/position/words';
import { formatRecordCoordinates } from '../../../shared/records/record-labels';
import type { FormValues } from '../form-values';
import type { ObserveForm } from '../use-observe-form';
import type { Place } from './use-place';
import { FieldChecks } from '../checks/FieldChecks';
import { DefaultsNotice } from './DefaultsNotice';
import { HomeZoneNotice } from './HomeZoneNotice';
import { Measuring } from './Measuring';
import shared from '../observe.module.css';
import classes from './PlaceField.module.css';
import { PinButton } from '../Pins';
import placeClasses from './place.module.css';
import { PlaceOffers } from './PlaceOffers';
import { TypedPlace } from './TypedPlace';
import { UncertaintyInput } from './UncertaintyInput';
import { usePlaceDefaults } from './use-place-defaults';

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
