import { Button, NativeSelect, Radio } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { areaFault, PROJECT_LIMITS, type ProjectArea, vertexCount } from '@veld/contract';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { countryName } from '../../../i18n/format';
import { DrawButton } from '../../../shared/geo/map/draw/DrawButton';
import { StillMap } from '../../../shared/geo/still/StillMap';
import { useCountryChoices } from '../../../shared/location/countries';
import { useFilterPlaces } from '../../../shared/location/location-filter';
import { useLanguage } from '../../../shared/session/session';
import { FieldGroup, FieldHint } from '../../../ui/fields/FieldGroup';
import { listProjectShapes } from '../page/project-shapes';
import classes from './edit.module.css';

interface Props {
  value: ProjectArea;
  onChange: (area: ProjectArea) => void;
  error: string | undefined;
}

const TYPES = ['worldwide', 'countries', 'polygon'] as const;

/** The area of a project: the world, countries, or a polygon that is drawn or that of a saved place. */
export function AreaField({ value, onChange, error }: Props) {
  const { t } = useTranslation('projects');
  const [fault, setFault] = useState<string | null>(null);
  const take = (area: ProjectArea) => {
    const found = areaFault(area);
    setFault(found && t(`fault.${found}`));
    if (!found) onChange(area);
  };
  const choose = (type: string) => {
    setFault(null);
    if (type === 'countries') onChange({ type, countries: [] });
    else if (type === 'polygon') onChange({ type, geometry: { type: 'Polygon', coordinates: [] } });
    else onChange({ type: 'worldwide' });
  };
  return (
    <FieldGroup>
      <Radio.Group label={t('field.area')} value={value.type} onChange={choose}>
        {TYPES.map((type) => (
          <Radio key={type} className={classes.choice} value={type} label={t(`area.${type}`)} />
        ))}
      </Radio.Group>
      {value.type === 'countries' && (
        <CountriesField value={value.countries} onChange={(countries) => onChange({ type: 'countries', countries })} />
      )}
      {value.type === 'polygon' && <PolygonField area={value} onTake={take} />}
      {(fault ?? error) && (
        <p className={classes.error} role="alert">
          {fault ?? error}
        </p>
      )}
    </FieldGroup>
  );
}

interface PolygonProps {
  area: Extract<ProjectArea, { type: 'polygon' }>;
  onTake: (area: ProjectArea) => void;
}

function PolygonField({ area: { geometry }, onTake }: PolygonProps) {
  const { t } = useTranslation('projects');
  const places = useFilterPlaces()?.filter((place) => place.geometry?.type === 'Polygon') ?? [];
  const isDrawn = geometry.coordinates.length > 0;
  const shapes = useMemo(() => (isDrawn ? listProjectShapes({ type: 'polygon', geometry }, []) : []), [isDrawn, geometry]);
  return (
    <>
      {isDrawn && <StillMap label={t('area.points', { count: vertexCount(geometry) - 1 })} shapes={shapes} height="12rem" />}
      <div className={classes.actions}>
        <DrawButton
          geometry={isDrawn ? geometry : null}
          place={null}
          isArea
          onDraw={(drawn) => onTake({ type: 'polygon', geometry: drawn })}
          onOpen={() => {}}
        />
      </div>
      {places.length > 0 && (
        <NativeSelect
          label={t('area.from_place')}
          value=""
          onChange={(event) => {
            const chosen = places.find(({ id }) => id === event.currentTarget.value)?.geometry;
            if (chosen) onTake({ type: 'polygon', geometry: chosen });
          }}
          data={[{ value: '', label: t('area.choose_place') }, ...places.map(({ id, name }) => ({ value: id, label: name }))]}
        />
      )}
      <FieldHint>{t('area.polygon_hint')}</FieldHint>
    </>
  );
}

interface CountriesFieldProps {
  value: readonly string[];
  onChange: (countries: string[]) => void;
}

/** Several countries, each of which can be removed again. */
function CountriesField({ value, onChange }: CountriesFieldProps) {
  const { t } = useTranslation(['projects', 'common']);
  const language = useLanguage();
  const choices = useCountryChoices().filter((one) => !value.includes(one.value));
  return (
    <>
      {value.length > 0 && (
        <ul className={classes.chips}>
          {value.map((code) => (
            <li key={code}>
              <Chip label={countryName(code, language)} onRemove={() => onChange(value.filter((one) => one !== code))} />
            </li>
          ))}
        </ul>
      )}
      {value.length < PROJECT_LIMITS.countries && (
        <NativeSelect
          aria-label={t('area.add_country')}
          value=""
          onChange={(event) => event.currentTarget.value && onChange([...value, event.currentTarget.value])}
          data={[{ value: '', label: t('area.add_country') }, ...choices]}
        />
      )}
    </>
  );
}

/** One of several choices, which a tap removes again. */
export function Chip({ label, onRemove }: { label: string; onRemove: () => void }) {
  const { t } = useTranslation('projects');
  return (
    <Button
      variant="default"
      rightSection={<IconX size={18} aria-hidden />}
      aria-label={t('remove_named', { name: label })}
      onClick={onRemove}
    >
      {label}
    </Button>
  );
}
