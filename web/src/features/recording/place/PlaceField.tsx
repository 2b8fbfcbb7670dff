import { Button, NumberInput, TextInput, VisuallyHidden } from '@mantine/core';
import { IconCurrentLocation, IconKeyboard, IconPhoto, IconWalk, IconX } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { locationErrorOf } from '../../../device/location';
import type { PhotoFacts } from '../../../local/db/rows';
import { FieldError } from '../../../ui/FieldError';
import { distance, METRES_PER_FOOT } from '../../../i18n/format';
import { useLanguage, useUser } from '../../accounts/data';
import type { Check } from '../checks/checks';
import { faultOf, readTypedPlace, useReader, useTypedPlace } from '../../geo/grids/use-typed-place';
import { PLACE_HASH } from './place-address';
import { movedSince } from './place-offers';
import PositionChip from '../../geo/position/PositionChip';
import { useDistance } from '../../geo/position/words';
import { coordinatesOf } from '../../observations/record-labels';
import type { ObserveForm } from '../use-observe-form';
import type { Place } from './use-place';
import { FieldChecks } from '../checks/FieldChecks';
import { Measuring } from './Measuring';
import shared from '../observe.module.css';
import classes from './PlaceField.module.css';
import { PinButton } from '../Pins';
import placeClasses from './place.module.css';
import { PlaceOffers } from './PlaceOffers';
import { PlaceReadings } from './PlaceReadings';

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
  const coordinates = coordinatesOf(values, language);
  const isFromPhoto = values.location_source === 'exif' && coordinates !== null;
  const length = useDistance();
  const { units } = useUser().preferences;
  const isMetric = units === 'metric';
  const inUnit = (metres: number) => (isMetric ? metres : Math.round(metres / METRES_PER_FOOT));
  const isSlow = useIsSlow(place);
  const isMeasured = coordinates !== null && values.location_source === 'gps';
  const isFrozen = place.isFrozen && values.location_source === 'gps' && values.coordinate_uncertainty_m !== null;
  const needsOffers = coordinates === null && (!place.isMeasuring || isSlow || locationErrorOf(place.live.state) !== null);

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
        <div className={classes.place}>
          <div className={classes.placeWords}>
            <span className={classes.coordinates}>{coordinates}</span>
            {values.location_source && (
              <span className={placeClasses.quiet}>
                {t(`observations:where.source.${values.location_source}`)}
                {isFrozen && ` · ${t('recording:measure.frozen', { distance: length(values.coordinate_uncertainty_m ?? 0) })}`}
              </span>
            )}
          </div>
          <Button
            variant="subtle"
            color="stone"
            leftSection={<IconX size={20} aria-hidden />}
            onClick={() => {
              setTyping(false);
              place.clear();
            }}
          >
            {t('where.clear')}
          </Button>
        </div>
      )}
      <Measuring place={place} hasPlace={coordinates !== null} />
      {values.place_by !== 'photos' && <MovedNotice photo={photoPlace} place={place} />}
      {coordinates && (
        <NumberInput
          label={t('observations:field.coordinate_uncertainty_m')}
          placeholder={t('where.uncertainty_unknown')}
          value={values.coordinate_uncertainty_m === null ? '' : inUnit(values.coordinate_uncertainty_m)}
          min={1}
          allowDecimal={false}
          allowNegative={false}
          // An invalid uncertainty is reported on save instead of being changed.
          clampBehavior="none"
          hideControls
          suffix={isMetric ? ' m' : ' ft'}
          inputMode="numeric"
          onChange={(value) => {
            // The field shows a rounded value, which must not replace the exact one.
            const before = values.coordinate_uncertainty_m;
            if (value === '' ? before === null : before !== null && Number(value) === inUnit(before)) return;
            const next = value === '' ? null : isMetric ? Number(value) : Number((Number(value) * METRES_PER_FOOT).toFixed(2));
            place.stop();
            form.change({ coordinate_uncertainty_m: next, place_by: 'person' });
          }}
        />
      )}
      <FieldChecks form={form} checks={checks} field="where" />
      {isTyping && <TypedPlace form={form} place={place} initial={coordinates ?? ''} onReplaced={() => setTyping(false)} />}
      <div className={classes.placeButtons}>
        {!place.isMeasuring && (
          <Button
            variant="default"
            leftSection={<IconCurrentLocation size={20} aria-hidden />}
            onClick={() => {
              setTyping(false);
              place.measure();
            }}
          >
            {values.location_source === 'gps' ? t('where.measure_again') : t('where.use_gps')}
          </Button>
        )}
        {!isTyping && (
          <Button variant="default" leftSection={<IconKeyboard size={20} aria-hidden />} onClick={() => setTyping(true)}>
            {t('where.type')}
          </Button>
        )}
        {photoPlace && !isFromPhoto && (
          <Button
            variant="default"
            leftSection={<IconPhoto size={20} aria-hidden />}
            onClick={() => {
              setTyping(false);
              place.applyPhoto({ ...photoPlace, taken_on: null, taken_time: null });
            }}
          >
            {t('where.use_photo')}
          </Button>
        )}
      </div>
      {coordinates === null && values.place_by === 'photos' && <p className={shared.hint}>{t('offer.missing_place')}</p>}
      {(needsOffers || isMeasured) && !isTyping && <PlaceOffers form={form} isSavedOnly={isMeasured} onTake={place.takeOffer} />}
      {coordinates === null && !place.isMeasuring && <p className={shared.hint}>{t('where.none_hint')}</p>}
      <FieldError messages={errors} />
      <VisuallyHidden role="status">
        {values.coordinate_uncertainty_m !== null && coordinates && !place.isMeasuring
          ? t('observations:where.accuracy', { distance: distance(values.coordinate_uncertainty_m, units, language) })
          : ''}
      </VisuallyHidden>
    </section>
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

interface TypedProps {
  form: ObserveForm;
  place: Place;
  initial: string;
  /** The place was set in another way. */
  onReplaced: () => void;
}

function TypedPlace({ form, place, initial, onReplaced }: TypedProps) {
  const { t } = useTranslation('recording');
  const reader = useReader();
  const { beforeSaving, change } = form;
  const [draftText] = useState(form.values.place_text ?? '');
  const [text, setText] = useState(draftText || initial);
  const [isBlurred, setBlurred] = useState(false);
  const answer = useTypedPlace(text);
  const { setTyped } = place;
  const [isTyped, setIsTyped] = useState(draftText !== '');
  useEffect(() => {
    if (isTyped && answer.ok) setTyped(answer.coordinates, answer.coordinate_uncertainty_m);
  }, [isTyped, answer, setTyped]);
  const isReplaced = isTyped && !answer.ok && text.trim() !== '' && !form.values.place_text;
  const close = useEffectEvent(onReplaced);
  useEffect(() => {
    if (isReplaced) close();
  }, [isReplaced]);
  // The record must have the place that the field shows, so saving first parses the text.
  useEffect(() => {
    if (!isTyped) return;
    beforeSaving(async () => {
      if (answer.ok || answer.reason === 'empty') return true;
      const parsed = await readTypedPlace(text, reader);
      if (parsed.ok) setTyped(parsed.coordinates, parsed.coordinate_uncertainty_m);
      else setBlurred(true);
      return parsed.ok;
    });
    return () => beforeSaving(null);
  }, [isTyped, answer, text, reader, beforeSaving, setTyped]);
  const fault = faultOf(answer, isBlurred);
  const type = (next: string) => {
    setText(next);
    // Unfinished text is stored with the draft.
    change({ place_text: next });
    setIsTyped(true);
    setBlurred(false);
  };
  return (
    <>
      <TextInput
        label={t('where.coordinates')}
        description={t('where.coordinates_hint')}
        placeholder="52.0907, 5.1214"
        value={text}
        error={fault && t(`where.error.${fault}`)}
        autoComplete="off"
        autoFocus={draftText === ''}
        onBlur={() => setBlurred(true)}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <PlaceReadings answer={answer} onChoose={type} />
    </>
  );
}
