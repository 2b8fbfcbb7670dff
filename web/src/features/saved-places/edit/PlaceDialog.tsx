import { Alert, Button, Modal, NativeSelect, Radio, Switch, Textarea, TextInput } from '@mantine/core';
import { IconCurrentLocation } from '@tabler/icons-react';
import { type PlaceGeometry, GEOPRIVACIES, HABITATS } from '@veld/contract';
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Fix } from '../../../device/fix';
import { findLocationError } from '../../../device/location';
import { useLocation } from '../../../device/use-location';
import { length } from '../../../i18n/units';
import { PLACE_COLOURS, PLACE_KINDS, type SavedPlace } from '../../../local/changes/saved-places';
import { DrawButton } from '../../../shared/geo/map/draw/DrawButton';
import type { MapPoint } from '../../../shared/geo/map/map-view';
import { MapButton } from '../../../shared/geo/map/MapButton';
import type { MapPlace } from '../../../shared/geo/map/map-view';
import { LengthInput } from '../../../shared/geo/position/LengthInput';
import { usePreference } from '../../../shared/session/preferences';
import { useLanguage } from '../../../shared/session/session';
import { useFocusBack } from '../../../ui/steady-focus';
import { placeFaults, type PlaceForm, readPlaceForm, savePlace, MAX_UNCERTAINTY_M, parseCoordinatePair, parseNumber } from '../data';
import { pointOfShape } from '../import/place-candidates';
import { canBeOpen } from '../open/open-place';
import { usePlaceSize } from '../place-size';
import { PlaceIcon } from '../PlaceIcon';
import classes from './PlaceDialog.module.css';

interface Props {
  /** Initial values: empty, or those of a saved place. */
  start: PlaceForm;
  others: readonly SavedPlace[];
  onClose: () => void;
}

/** Adds or edits a place. */
export function PlaceDialog({ start, others, onClose }: Props) {
  useFocusBack();
  const { t } = useTranslation(['settings', 'common']);
  const { form, errorOf, isSaving, hasFailed, change, submit } = usePlaceForm(start, others, onClose);
  const draw = (geometry: PlaceGeometry) => {
    const { latitude, longitude } = pointOfShape(geometry);
    change({ geometry, latitude: String(latitude), longitude: String(longitude), uncertainty_m: '' });
  };
  const [hasMap, setHasMap] = useState(false);
  const isNew = !others.some((one) => one.id === start.id);
  return (
    <Modal
      opened
      onClose={onClose}
      // Escape closes the map alone.
      closeOnEscape={!hasMap}
      title={isNew ? t('places.add') : t('places.edit')}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <form className={classes.form} onSubmit={submit} noValidate>
        {hasFailed && (
          <Alert color="brick" role="alert">
            {t('save_state.failed')}
          </Alert>
        )}
        <TextInput
          label={t('places.name')}
          placeholder={t('places.name_example')}
          data-autofocus
          autoComplete="off"
          value={form.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
          error={errorOf('name')}
        />
        <NativeSelect
          label={t('places.kind_label')}
          value={form.kind}
          onChange={(event) => change({ kind: PLACE_KINDS.find((kind) => kind === event.currentTarget.value) ?? 'other' })}
          data={PLACE_KINDS.map((kind) => ({ value: kind, label: t(`places.kind.${kind}`) }))}
        />
        {form.kind === 'home' && (
          <Switch
            label={t('places.private_zone')}
            description={t('places.private_zone_hint')}
            checked={form.is_private_zone === true}
            onChange={(event) => change({ is_private_zone: event.currentTarget.checked })}
          />
        )}
        {start.open_to_all && (
          <Alert color={canBeOpen(form) ? 'moss' : 'brick'} role="status">
            {canBeOpen(form) ? t('places.open.changes_seen') : t('places.open.ends')}
          </Alert>
        )}
        {form.geometry ? (
          <ShapeField
            form={form}
            error={errorOf('geometry')}
            onDraw={draw}
            onOpen={setHasMap}
            onRemove={() => change({ geometry: null })}
          />
        ) : (
          <>
            <HereButton onPlace={change} />
            <div className={classes.maps}>
              <MapButton
                place={placeOf(form)}
                onPick={(point, uncertainty) => change(fieldsOf(point, uncertainty, form))}
                onOpen={setHasMap}
              />
              <DrawButton geometry={null} place={pointOf(form)} isArea={form.kind !== 'route'} onDraw={draw} onOpen={setHasMap} />
            </div>
            <CoordinateFields form={form} errorOf={errorOf} onChange={change} />
          </>
        )}
        <ColourField form={form} onChange={change} />
        <PlaceDefaults form={form} onChange={change} />
        <Textarea
          label={t('places.notes')}
          autosize
          minRows={2}
          maxRows={8}
          value={form.notes}
          onChange={(event) => change({ notes: event.currentTarget.value })}
          error={errorOf('notes')}
        />
        <div className={classes.end}>
          <Button type="submit" loading={isSaving}>
            {t('places.save')}
          </Button>
          <Button variant="default" onClick={onClose}>
            {t('common:action.cancel')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

/** The form of a place. Errors are shown from the first attempt to save it. */
function usePlaceForm(start: PlaceForm, others: readonly SavedPlace[], onSaved: () => void) {
  const { t } = useTranslation('settings');
  const [form, setForm] = useState(start);
  const [isChecked, setIsChecked] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const faults = placeFaults(form, others);
  const longest = length(MAX_UNCERTAINTY_M, usePreference('units').value, useLanguage());
  const errorOf = (field: keyof typeof faults): string | undefined => {
    const fault = isChecked && faults[field];
    return fault ? t(`places.fault.${fault}`, { most: longest }) : undefined;
  };
  const change = (next: Partial<PlaceForm>) => setForm((before) => ({ ...before, ...next }));

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (isSaving || Object.keys(faults).length > 0) return;
    setIsSaving(true);
    setHasFailed(false);
    savePlace(readPlaceForm(form)).then(onSaved, () => {
      setIsSaving(false);
      setHasFailed(true);
    });
  };

  return { form, errorOf, isSaving, hasFailed, change, submit };
}

type CoordinatesForm = Pick<PlaceForm, 'latitude' | 'longitude' | 'uncertainty_m'>;

/** The place as far as it was typed; null if it is none. */
function pointOf({ latitude, longitude }: CoordinatesForm): MapPoint | null {
  const [north, east] = [parseNumber(latitude), parseNumber(longitude)];
  return north !== null && east !== null && Math.abs(north) <= 90 && Math.abs(east) <= 180 ? { latitude: north, longitude: east } : null;
}

function placeOf(form: CoordinatesForm): MapPlace | null {
  const point = pointOf(form);
  return point && { ...point, uncertainty_m: parseNumber(form.uncertainty_m) };
}

function fieldsOf(point: MapPoint, uncertainty: number | null, before: CoordinatesForm): CoordinatesForm {
  const uncertainty_m = uncertainty === null ? '' : String(uncertainty);
  const so = pointOf(before);
  // What was typed stays as it was if the map was not moved.
  if (so?.latitude === point.latitude && so.longitude === point.longitude) return { ...before, uncertainty_m };
  return { latitude: point.latitude.toFixed(6), longitude: point.longitude.toFixed(6), uncertainty_m };
}

interface CoordinateFieldsProps {
  form: CoordinatesForm;
  errorOf: (field: keyof CoordinatesForm) => string | undefined;
  onChange: (next: Partial<CoordinatesForm>) => void;
}

function CoordinateFields({ form, errorOf, onChange }: CoordinateFieldsProps) {
  const { t } = useTranslation('settings');
  return (
    <>
      <div className={classes.pair}>
        <TextInput
          label={t('places.latitude')}
          inputMode="text"
          autoComplete="off"
          placeholder="52.0907"
          value={form.latitude}
          onChange={(event) => {
            const text = event.currentTarget.value;
            // Maps copy latitude and longitude as one text.
            onChange(parseCoordinatePair(text) ?? { latitude: text });
          }}
          error={errorOf('latitude')}
        />
        <TextInput
          label={t('places.longitude')}
          inputMode="text"
          autoComplete="off"
          placeholder="5.1214"
          value={form.longitude}
          onChange={(event) => onChange({ longitude: event.currentTarget.value })}
          error={errorOf('longitude')}
        />
      </div>
      <UncertaintyField
        value={form.uncertainty_m}
        onChange={(uncertainty_m) => onChange({ uncertainty_m })}
        error={errorOf('uncertainty_m')}
      />
    </>
  );
}

/** Fills in the location of the device. */
function HereButton({ onPlace }: { onPlace: (place: CoordinatesForm) => void }) {
  const { t } = useTranslation('settings');
  const [isAsked, setIsAsked] = useState(false);
  const { state, fix } = useLocation(isAsked);
  const isRefused = state === 'denied' || state === 'denied_for_good' || state === 'off_in_system';
  const isSearching = isAsked && (state === 'searching' || state === 'off');
  const error = isAsked ? findLocationError(state) : null;

  // A new object for each answer, because the same fix may answer twice.
  const [found, setFound] = useState<{ fix: Fix } | null>(null);
  if (isAsked && fix && state !== 'stale') {
    setFound({ fix });
    setIsAsked(false);
  }
  // Only a new fix fills in the form, not a changed callback.
  const fillIn = useEffectEvent((measured: Fix) =>
    onPlace({
      latitude: measured.latitude.toFixed(6),
      longitude: measured.longitude.toFixed(6),
      uncertainty_m: String(Math.max(1, Math.round(measured.accuracy_m))),
    }),
  );
  useEffect(() => {
    if (found) fillIn(found.fix);
  }, [found]);

  return (
    <div className={classes.here}>
      <Button
        variant="default"
        leftSection={<IconCurrentLocation size={20} aria-hidden />}
        loading={isSearching}
        onClick={() => setIsAsked(true)}
      >
        {t('places.here')}
      </Button>
      <p className={classes.hint} role="status">
        {isSearching && t('places.searching')}
        {error && (isRefused ? t('places.denied') : t('places.no_position'))}
      </p>
    </div>
  );
}

interface ColourFieldProps {
  form: PlaceForm;
  onChange: (next: Partial<PlaceForm>) => void;
}

/** The colour of the place in lists and on maps. */
function ColourField({ form, onChange }: ColourFieldProps) {
  const { t } = useTranslation('settings');
  return (
    <Radio.Group
      label={t('places.colour_label')}
      value={form.colour ?? 'moss'}
      onChange={(value) => onChange({ colour: PLACE_COLOURS.find((one) => one === value) ?? null })}
    >
      <div className={classes.colours}>
        {PLACE_COLOURS.map((colour) => (
          <Radio
            key={colour}
            value={colour}
            label={
              <span className={classes.colour}>
                <PlaceIcon place={{ geometry: form.geometry, colour }} />
                {t(`places.colour.${colour}`)}
              </span>
            }
          />
        ))}
      </div>
    </Radio.Group>
  );
}

interface UncertaintyFieldProps {
  /** In metres, as the form keeps it; empty if unknown. */
  value: string;
  onChange: (metres: string) => void;
  error: string | undefined;
}

/** The uncertainty of a place, in the person's units. */
function UncertaintyField({ value, onChange, error }: UncertaintyFieldProps) {
  const { t } = useTranslation('settings');
  const units = usePreference('units').value;
  return (
    <LengthInput
      units={units}
      label={t('places.uncertainty')}
      description={t('places.uncertainty_hint')}
      min={0}
      allowDecimal={units === 'metric'}
      inputMode="decimal"
      autoComplete="off"
      error={error}
      metres={parseNumber(value)}
      onMetres={(metres) => onChange(metres === null ? '' : String(metres))}
    />
  );
}

interface PlaceDefaultsProps {
  form: PlaceForm;
  onChange: (next: Partial<PlaceForm>) => void;
}

/** What new records at the place start with. */
function PlaceDefaults({ form, onChange }: PlaceDefaultsProps) {
  const { t } = useTranslation(['settings', 'common', 'observations']);
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{t('places.records_here')}</legend>
      <NativeSelect
        label={t('observations:field.geoprivacy')}
        description={t('places.geoprivacy_hint')}
        value={form.geoprivacy ?? ''}
        onChange={(event) => onChange({ geoprivacy: GEOPRIVACIES.find((one) => one === event.currentTarget.value) ?? null })}
        data={[
          { value: '', label: t('places.geoprivacy_default') },
          ...GEOPRIVACIES.map((one) => ({ value: one, label: t(`common:geoprivacy.${one}`) })),
        ]}
      />
      <NativeSelect
        label={t('observations:attribute.habitat')}
        value={form.habitat ?? ''}
        onChange={(event) => onChange({ habitat: HABITATS.find((one) => one === event.currentTarget.value) ?? null })}
        data={[
          { value: '', label: t('places.no_habitat') },
          ...HABITATS.map((one) => ({ value: one, label: t(`observations:choice.habitat.${one}`) })),
        ]}
      />
    </fieldset>
  );
}

interface ShapeFieldProps {
  form: PlaceForm;
  error: string | undefined;
  onDraw: (geometry: PlaceGeometry) => void;
  /** The map was opened or closed. */
  onOpen: (isOpen: boolean) => void;
  onRemove: () => void;
}

/** The shape of the place, in words and to be changed on the map; without it, the place is a point again. */
function ShapeField({ form, error, onDraw, onOpen, onRemove }: ShapeFieldProps) {
  const { t } = useTranslation('settings');
  const size = usePlaceSize(form);
  return (
    <div className={classes.shape}>
      <PlaceIcon place={form} />
      <p className={classes.size}>{size}</p>
      <DrawButton geometry={form.geometry ?? null} place={null} isArea onDraw={onDraw} onOpen={onOpen} />
      <Button variant="default" onClick={onRemove}>
        {t('places.shape.remove')}
      </Button>
      {error && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
