import { Alert, Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type TaxonGroup, TILE_LAYERS, type TileLayer, type TileOffer, type TileSpec } from '@veld/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldHint } from '../../../ui/fields/FieldGroup';
import type { PackDownloads } from '../../../local/tile-requests/downloads';
import { useCountryChoices } from '../../../shared/location/country-choices';
import { useUser } from '../../../shared/session/session';
import { useSending } from '../../../shared/session/form';
import { usePlaceWords } from '../../../shared/geo/data';
import { useMapActions } from '../data';
import { shownAt } from '../zoom-words';
import { type AreaForm, readAreaForm, EMPTY_AREA, findMiddle } from './area-form';
import { AreaField } from './AreaField';
import { EstimateLine } from './EstimateLine';
import { GroupsField } from './GroupsField';
import type { NamedTrack } from './read-track';
import classes from './form.module.css';

interface Props {
  offer: TileOffer;
  downloads: PackDownloads | null | undefined;
  onAsked: () => void;
  /** A journey along which the area goes at first. */
  journey?: (NamedTrack & { id: string }) | null;
  /** A place around which the area is at first. */
  place?: AreaForm['place'];
}

const NOWHERE = { latitude: null, longitude: null };
const ESTIMATE_DELAY_MS = 600;
const MAX_NAME = 80;
/** Streets can be read from about this zoom on. */
const USUAL_ZOOM = 14;

/** Asks for an offline map, with an estimate of its size first. */
export function RequestForm({ offer, downloads, onAsked, journey = null, place = null }: Props) {
  const { t } = useTranslation('tile-requests');
  const { ask } = useMapActions(downloads);
  const { country_code } = useUser();
  const countries = useCountryChoices();
  const [area, setArea] = useState<AreaForm>({
    ...EMPTY_AREA,
    country: country_code,
    place,
    ...(journey && { kind: 'corridor', track: journey.track, journey_id: journey.id }),
  });
  // Each kind of area keeps its own proposal, so that none is for an area that is no longer chosen. What is drawn is called by a
  // place in its middle.
  const [proposals, setProposals] = useState<Partial<Record<AreaForm['kind'], string>>>(() => ({
    country: countries.find(({ value }) => value === country_code)?.label ?? '',
    corridor: journey?.name ?? '',
  }));
  const [typed, setTyped] = useState<string | null>(null);
  const around = usePlaceWords(findMiddle(area) ?? NOWHERE, { isArea: true });
  const name = typed ?? (proposals[area.kind] || around || '').slice(0, MAX_NAME);
  const [layers, setLayers] = useState<readonly TileLayer[]>(TILE_LAYERS);
  const [groups, setGroups] = useState<readonly TaxonGroup[] | null>(null);
  const record_groups = layers.includes('records') && groups ? [...groups] : null;
  const [sourceId, setSource] = useState(offer.sources[0]!.id);
  const source = offer.sources.find(({ id }) => id === sourceId) ?? offer.sources.at(-1)!;
  const [zooms, setZooms] = useState({ min: 0, max: Math.min(USUAL_ZOOM, source.max_zoom) });
  const max_zoom = Math.min(zooms.max, source.max_zoom);
  const chosen = readAreaForm(area);
  const spec: TileSpec | null =
    chosen && layers.length > 0 && record_groups?.length !== 0
      ? { area: chosen, min_zoom: Math.min(zooms.min, max_zoom), max_zoom, layers: [...layers], record_groups, source_id: source.id }
      : null;
  const [estimated] = useDebouncedValue(spec, ESTIMATE_DELAY_MS);
  const [isTried, setTried] = useState(false);
  const missing = isTried && { area: !chosen, name: name.trim() === '', layers: layers.length === 0, groups: record_groups?.length === 0 };
  const { submit, isSending, errors } = useSending(async () => {
    setTried(true);
    if (!spec || name.trim() === '') return;
    await ask({ name: name.trim(), ...spec });
    onAsked();
  });
  const zoomChoices = Array.from({ length: source.max_zoom + 1 }, (_, zoom) => ({
    value: String(zoom),
    label: `${zoom} · ${t(`zoom.${shownAt(zoom)}`)}`,
  }));

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <AreaField
        value={area}
        onChange={(change) => setArea((before) => ({ ...before, ...change }))}
        onName={(proposed) => setProposals((before) => ({ ...before, [area.kind]: proposed }))}
        error={(missing && missing.area && t('fault.area')) || errors.fields.area}
      />
      <TextInput
        label={t('field.name')}
        value={name}
        maxLength={MAX_NAME}
        required
        error={(missing && missing.name && t('fault.name')) || errors.fields.name}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Checkbox.Group
        label={t('field.layers')}
        value={[...layers]}
        error={missing && missing.layers && t('fault.layers')}
        onChange={(values) => setLayers(TILE_LAYERS.filter((one) => values.includes(one)))}
      >
        {TILE_LAYERS.map((layer) => (
          <Checkbox
            key={layer}
            className={classes.choice}
            value={layer}
            label={t(`layer.${layer}`)}
            description={t(`layer_about.${layer}`)}
          />
        ))}
      </Checkbox.Group>
      {layers.includes('records') && (
        <GroupsField
          value={groups}
          error={(missing && missing.groups && t('fault.layers')) || errors.fields.record_groups}
          onChange={setGroups}
        />
      )}
      {layers.includes('base') && offer.sources.length > 1 && (
        <NativeSelect
          label={t('field.source')}
          description={source.attribution}
          value={source.id ?? ''}
          error={errors.fields.source_id}
          data={offer.sources.map(({ id, name: title }) => ({ value: id ?? '', label: title ?? t('built_in') }))}
          onChange={(event) => setSource(event.currentTarget.value || null)}
        />
      )}
      <div className={classes.zooms}>
        <NativeSelect
          label={t('field.min_zoom')}
          value={String(Math.min(zooms.min, max_zoom))}
          data={zoomChoices.slice(0, max_zoom + 1)}
          error={errors.fields.min_zoom}
          onChange={(event) => setZooms({ ...zooms, min: Number(event.currentTarget.value) })}
        />
        <NativeSelect
          label={t('field.max_zoom')}
          value={String(max_zoom)}
          data={zoomChoices}
          error={errors.fields.max_zoom}
          onChange={(event) => setZooms({ ...zooms, max: Number(event.currentTarget.value) })}
        />
      </div>
      <FieldHint>{source.id === null ? t('zoom_built_in') : t('zoom_hint')}</FieldHint>
      <EstimateLine spec={estimated} room={offer.max_bytes - offer.used_bytes} />
      {errors.form && (
        <Alert color="brick" role="alert">
          {errors.form}
        </Alert>
      )}
      {offer.requests_left === 0 && <FieldHint>{t('no_requests_left')}</FieldHint>}
      <div>
        <Button type="submit" loading={isSending} disabled={offer.requests_left === 0}>
          {t('ask')}
        </Button>
      </div>
    </form>
  );
}
