import { Alert, Button, Checkbox, NativeSelect, Radio, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { TAXON_GROUPS, type TaxonGroup, TILE_LAYERS, type TileLayer, type TileOffer, type TileSpec } from '@veld/contract';
import type { Box } from '@veld/geometry';
import { IconChevronDown, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bytes } from '../../../i18n/units';
import { number } from '../../../i18n/format';
import type { PackDownloads } from '../../../local/tile-requests/downloads';
import { usePlaceWords } from '../../../shared/geo/data';
import { useCountryChoices } from '../../../shared/location/countries';
import { useErrorText, useSending } from '../../../shared/session/form';
import { useLanguage, useUser } from '../../../shared/session/session';
import { FieldHint } from '../../../ui/fields/FieldGroup';
import { useEstimate, useMapActions } from '../data';
import { shownAt } from '../MapCard';
import { type AreaForm, EMPTY_AREA, findMiddle, polygonOfBox, readAreaForm } from './area-form';
import { AreaField, ChosenArea } from './AreaField';
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
  /** What the map showed. */
  box?: Box | null;
}

const ESTIMATE_DELAY_MS = 600;
const MAX_NAME = 80;
/** Streets can be read from about this zoom on. */
const USUAL_ZOOM = 14;

/** Asks for an offline map, with an estimate of its size first. */
export function RequestForm({ offer, downloads, onAsked, journey = null, place = null, box = null }: Props) {
  const { t } = useTranslation('tile-requests');
  const { ask } = useMapActions(downloads);
  const { area, changeArea, name, setName, proposeName } = useNamedArea(journey, place, box);
  // A journey without a track says so among the options.
  const [isOpen, setOpen] = useState(journey !== null && !journey.track);
  const [layers, setLayers] = useState<readonly TileLayer[]>(TILE_LAYERS);
  const [groups, setGroups] = useState<readonly TaxonGroup[] | null>(null);
  const { source, setSource, zooms, changeZooms } = useSource(offer);
  const chosen = readAreaForm(area);
  const record_groups = layers.includes('records') && groups ? [...groups] : null;
  const lacks = { area: !chosen, name: name.trim() === '', layers: layers.length === 0, groups: record_groups?.length === 0 };
  const spec: TileSpec | null =
    chosen && !lacks.layers && !lacks.groups
      ? { area: chosen, min_zoom: zooms.min, max_zoom: zooms.max, layers: [...layers], record_groups, source_id: source.id }
      : null;
  const [estimated] = useDebouncedValue(spec, ESTIMATE_DELAY_MS);
  const [isTried, setTried] = useState(false);
  const { submit, isSending, errors } = useSending(async () => {
    setTried(true);
    // What is missing besides the area is among the options, which then stay open.
    if (lacks.name || lacks.layers || lacks.groups) setOpen(true);
    if (!spec || lacks.name) return;
    await ask({ name: name.trim(), ...spec });
    onAsked();
  });
  /** What a part lacks, once the person tried to send the form without it. */
  const faultText = (part: keyof typeof lacks) =>
    isTried && lacks[part] ? t(part === 'groups' ? 'fault.layers' : `fault.${part}`) : undefined;

  const hasOptions = isOpen || Object.keys(errors.fields).some((field) => field !== 'area');

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <ChosenArea value={area} onChange={changeArea} onName={proposeName} error={faultText('area') ?? errors.fields.area}>
        <EstimateLine spec={estimated} room={offer.max_bytes - offer.used_bytes} />
        {errors.form && (
          <Alert color="brick" role="alert">
            {errors.form}
          </Alert>
        )}
        {offer.requests_left === 0 && <FieldHint>{t('no_requests_left')}</FieldHint>}
        <div className={classes.buttons}>
          <Button
            type="submit"
            leftSection={<IconDownload size={20} aria-hidden />}
            loading={isSending}
            disabled={offer.requests_left === 0}
          >
            {t('ask')}
          </Button>
          <Button
            variant="subtle"
            aria-expanded={hasOptions}
            rightSection={<IconChevronDown size={20} aria-hidden />}
            onClick={() => setOpen(!isOpen)}
          >
            {t('options')}
          </Button>
        </div>
      </ChosenArea>
      {hasOptions && (
        <>
          <AreaField value={area} onChange={changeArea} onName={proposeName} />
          <TextInput
            label={t('field.name')}
            value={name}
            maxLength={MAX_NAME}
            required
            error={faultText('name') ?? errors.fields.name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <LayersField value={layers} error={faultText('layers')} onChange={setLayers} />
          {layers.includes('records') && (
            <GroupsField value={groups} error={faultText('groups') ?? errors.fields.record_groups} onChange={setGroups} />
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
          <ZoomFields value={zooms} most={source.max_zoom} error={errors.fields.min_zoom} onChange={changeZooms} />
          <FieldHint>{source.id === null ? t('zoom_built_in') : t('zoom_hint')}</FieldHint>
        </>
      )}
    </form>
  );
}

/** The area and its name: what the person typed, else a proposal for this kind of area, else a place in its middle. */
function useNamedArea(journey: NonNullable<Props['journey']> | null, place: AreaForm['place'], box: Box | null) {
  const { country_code } = useUser();
  const countries = useCountryChoices();
  const [area, setArea] = useState<AreaForm>({
    ...EMPTY_AREA,
    country: country_code,
    place,
    ...(box && { kind: 'polygon', polygon: polygonOfBox(box) }),
    ...(journey && { kind: 'corridor', track: journey.track, journey_id: journey.id }),
  });
  // Each kind of area keeps its own proposal, so that none is for an area that is no longer chosen.
  const [proposals, setProposals] = useState<Partial<Record<AreaForm['kind'], string>>>(() => ({
    country: countries.find(({ value }) => value === country_code)?.label ?? '',
    corridor: journey?.name ?? '',
  }));
  const [typed, setName] = useState<string | null>(null);
  const middle = findMiddle(area);
  const around = usePlaceWords(middle, { isArea: true });
  // Until the town is known, and where there is none.
  const degrees = middle && `${middle.latitude.toFixed(2)}, ${middle.longitude.toFixed(2)}`;
  return {
    area,
    changeArea: (change: Partial<AreaForm>) => setArea((before) => ({ ...before, ...change })),
    name: typed ?? (proposals[area.kind] || around || degrees || '').slice(0, MAX_NAME),
    setName,
    proposeName: (proposed: string, kind = area.kind) => setProposals((before) => ({ ...before, [kind]: proposed })),
  };
}

interface Zooms {
  min: number;
  max: number;
}

/** The chosen source of the map, and the chosen zooms as far as it has them. */
function useSource({ sources }: TileOffer) {
  const [id, setSource] = useState(sources[0]!.id);
  const source = sources.find((one) => one.id === id) ?? sources.at(-1)!;
  const [wanted, setWanted] = useState<Zooms>({ min: 0, max: Math.min(USUAL_ZOOM, source.max_zoom) });
  const max = Math.min(wanted.max, source.max_zoom);
  const changeZooms = (change: Partial<Zooms>) => setWanted({ ...wanted, ...change });
  return { source, setSource, zooms: { min: Math.min(wanted.min, max), max }, changeZooms };
}

interface LayersProps {
  value: readonly TileLayer[];
  error: string | undefined;
  onChange: (value: TileLayer[]) => void;
}

function LayersField({ value, error, onChange }: LayersProps) {
  const { t } = useTranslation('tile-requests');
  return (
    <Checkbox.Group
      label={t('field.layers')}
      value={[...value]}
      error={error}
      onChange={(values) => onChange(TILE_LAYERS.filter((one) => values.includes(one)))}
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
  );
}

interface ZoomProps {
  value: Zooms;
  /** The greatest zoom of the source. */
  most: number;
  error: string | undefined;
  onChange: (change: Partial<Zooms>) => void;
}

function ZoomFields({ value, most, error, onChange }: ZoomProps) {
  const { t } = useTranslation('tile-requests');
  const choices = Array.from({ length: most + 1 }, (_, zoom) => ({
    value: String(zoom),
    label: `${zoom} · ${t(`zoom.${shownAt(zoom)}`)}`,
  }));
  return (
    <div className={classes.zooms}>
      <NativeSelect
        label={t('field.min_zoom')}
        value={String(value.min)}
        data={choices.slice(0, value.max + 1)}
        error={error}
        onChange={(event) => onChange({ min: Number(event.currentTarget.value) })}
      />
      <NativeSelect
        label={t('field.max_zoom')}
        value={String(value.max)}
        data={choices}
        onChange={(event) => onChange({ max: Number(event.currentTarget.value) })}
      />
    </div>
  );
}

interface EstimateLineProps {
  /** Null while something is missing. */
  spec: TileSpec | null;
  /** Bytes that the person may still have. */
  room: number;
}

/** How large the map will be, and whether that is too much. */
function EstimateLine({ spec, room }: EstimateLineProps) {
  const { t } = useTranslation('tile-requests');
  const language = useLanguage();
  const errorTextOf = useErrorText();
  const { data, error, isFetching } = useEstimate(spec);
  if (!spec) return <FieldHint>{t('estimate.missing')}</FieldHint>;
  if (error && !isFetching) {
    const { fields, form } = errorTextOf(error);
    return (
      <p className={classes.error} role="alert">
        {form ?? Object.values(fields).join(' ')}
      </p>
    );
  }
  if (!data || isFetching) return <FieldHint role="status">{t('estimate.running')}</FieldHint>;
  const size = bytes(data.bytes, language);
  return (
    <p className={data.bytes > room ? classes.error : classes.estimate} role="status">
      {t('estimate.size', { size, tiles: number(data.tiles, language) })}{' '}
      {data.bytes > room ? t('estimate.too_large', { room: bytes(Math.max(0, room), language) }) : ''}
    </p>
  );
}

interface GroupsFieldProps {
  /** Null for all records, also those without a species. */
  value: readonly TaxonGroup[] | null;
  onChange: (groups: readonly TaxonGroup[] | null) => void;
  error: string | false | undefined;
}

/** The groups of which the map has records and species: all, or those that are chosen. */
function GroupsField({ value, onChange, error }: GroupsFieldProps) {
  const { t } = useTranslation(['tile-requests', 'taxa', 'common']);
  return (
    <div className={classes.group}>
      <Radio.Group
        label={t('field.groups')}
        value={value ? 'chosen' : 'all'}
        onChange={(choice) => onChange(choice === 'chosen' ? (value ?? []) : null)}
      >
        <Radio className={classes.choice} value="all" label={t('taxa:filter.all_groups')} />
        <Radio className={classes.choice} value="chosen" label={t('groups.chosen')} />
      </Radio.Group>
      {value && (
        <>
          <Checkbox.Group
            aria-label={t('groups.chosen')}
            value={[...value]}
            error={error}
            onChange={(values) => onChange(TAXON_GROUPS.filter((group) => values.includes(group)))}
          >
            <div className={classes.groups}>
              {TAXON_GROUPS.map((group) => (
                <Checkbox key={group} value={group} label={t(`common:group.${group}`)} />
              ))}
            </div>
          </Checkbox.Group>
          <FieldHint>{t('groups.hint')}</FieldHint>
        </>
      )}
    </div>
  );
}
