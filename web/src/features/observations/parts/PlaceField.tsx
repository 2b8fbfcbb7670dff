import { Button, Loader, NumberInput, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconCurrentLocation, IconKeyboard, IconPhoto, IconX } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { number } from '../../../i18n/format';
import type { PhotoFacts } from '../../../local/rows';
import { FieldError } from '../../../ui/FieldError';
import { useLanguage } from '../../accounts/data';
import { parseCoordinates } from '../parse-coordinates';
import { coordinatesOf } from '../record-words';
import type { ObserveForm } from '../use-observe-form';
import type { Place } from '../use-place';
import classes from './observe.module.css';
import { PinButton } from './Pins';
import placeClasses from './place.module.css';

interface Props {
  form: ObserveForm;
  place: Place;
  /** What a photo of this record tells; null where none tells a place. */
  photoPlace: PhotoFacts | null;
  errors: string[];
}

const TROUBLE = ['denied', 'unavailable', 'timeout', 'insecure', 'unsupported'] as const;

export function PlaceField({ form, place, photoPlace, errors }: Props) {
  const { t } = useTranslation('observations');
  const language = useLanguage();
  const titleId = useId();
  const [isTyping, setTyping] = useState(false);
  const { values } = form;
  const coordinates = coordinatesOf(values, language);
  const isFromPhoto = values.location_source === 'exif' && coordinates !== null;

  return (
    <section className={classes.section} aria-labelledby={titleId}>
      <div className={classes.titleLine}>
        <h2 className={classes.sectionTitle} id={titleId}>
          {t('where.title')}
        </h2>
        {isFromPhoto && (
          <span className={classes.fromPhoto}>
            <IconPhoto size={16} aria-hidden /> {t('from_photo')}
          </span>
        )}
        {coordinates && <PinButton form={form} name="place" label={t('where.title')} />}
      </div>

      {coordinates && (
        <div className={placeClasses.place}>
          <div className={placeClasses.placeWords}>
            <span className={placeClasses.coordinates}>{coordinates}</span>
            {values.location_source && <span className={placeClasses.source}>{t(`where.source.${values.location_source}`)}</span>}
          </div>
          <Button variant="subtle" color="stone" leftSection={<IconX size={20} aria-hidden />} onClick={place.clear}>
            {t('where.clear')}
          </Button>
        </div>
      )}
      <Receiver place={place} />
      {coordinates && (
        <NumberInput
          label={t('field.coordinate_uncertainty_m')}
          placeholder={t('where.uncertainty_unknown')}
          value={values.coordinate_uncertainty_m ?? ''}
          min={1}
          max={20_000_000}
          allowDecimal={false}
          hideControls
          suffix={' m'}
          inputMode="numeric"
          onChange={(value) => {
            const next = value === '' ? null : Number(value);
            if (next === values.coordinate_uncertainty_m) return;
            place.stop();
            form.change({ coordinate_uncertainty_m: next });
          }}
        />
      )}
      {isTyping && <TypedPlace place={place} initial={coordinates ?? ''} />}
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
            onClick={() => place.takeFromPhoto({ ...photoPlace, taken_on: null, taken_time: null })}
          >
            {t('where.use_photo')}
          </Button>
        )}
      </div>
      {coordinates === null && !place.isMeasuring && <p className={classes.hint}>{t('where.none_hint')}</p>}
      <FieldError messages={errors} />
      <span className="for-readers" role="status">
        {values.coordinate_uncertainty_m !== null && coordinates && !place.isMeasuring
          ? t('where.accuracy', { metres: number(values.coordinate_uncertainty_m, language) })
          : ''}
      </span>
    </section>
  );
}

/** How the receiver is doing, and what to do where it cannot. */
function Receiver({ place }: { place: Place }) {
  const { t } = useTranslation(['observations', 'common']);
  const language = useLanguage();
  if (!place.isMeasuring) return null;
  const { state, fix, age, isStale, retry } = place.live;
  const trouble = TROUBLE.find((one) => one === state);
  if (trouble) {
    return (
      <div className={placeClasses.trouble} role="alert">
        <IconAlertTriangle size={22} aria-hidden />
        <div>
          <p>{t(`where.trouble.${trouble}`)}</p>
          {trouble !== 'unsupported' && trouble !== 'insecure' && (
            <Button variant="subtle" onClick={retry}>
              {t('common:action.retry')}
            </Button>
          )}
        </div>
      </div>
    );
  }
  if (!fix) {
    return (
      <p className={placeClasses.receiver}>
        <Loader size="xs" /> {t('where.searching')}
      </p>
    );
  }
  const seconds = Math.round((age ?? 0) / 1000);
  const quality = isStale ? 'stale' : state === 'excellent' || state === 'good' ? state : 'rough';
  return (
    <p className={placeClasses.receiver} data-quality={quality}>
      <span className={placeClasses.light} aria-hidden />
      {t(`where.quality.${quality}`, { metres: number(Math.ceil(fix.accuracy_m), language) })}
      <span className={placeClasses.age}>{t('where.age', { count: seconds })}</span>
      <Button variant="subtle" onClick={place.stop}>
        {t('where.stop')}
      </Button>
    </p>
  );
}

function TypedPlace({ place, initial }: { place: Place; initial: string }) {
  const { t } = useTranslation('observations');
  const [text, setText] = useState(initial);
  const [isLeft, setLeft] = useState(false);
  const answer = parseCoordinates(text);
  const reason = answer.ok || answer.reason === 'empty' ? null : answer.reason;
  // While somebody types, half a number is no mistake; 0,0 is one at once.
  const error = reason && (isLeft || reason !== 'unreadable') ? t(`where.wrong.${reason}`) : undefined;
  return (
    <TextInput
      label={t('where.coordinates')}
      description={t('where.coordinates_hint')}
      placeholder="52.0907, 5.1214"
      value={text}
      error={error}
      autoComplete="off"
      autoFocus
      onBlur={() => setLeft(true)}
      onChange={(event) => {
        const next = event.currentTarget.value;
        setText(next);
        setLeft(false);
        const read = parseCoordinates(next);
        if (read.ok) place.setTyped(read.coordinates);
      }}
    />
  );
}
