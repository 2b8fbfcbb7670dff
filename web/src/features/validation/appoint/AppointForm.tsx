import { Button, NativeSelect, Radio, TextInput } from '@mantine/core';
import { type FieldArea, MAX_POLYGON_CORNERS, type PlaceGeometry, type ValidatorField } from '@veld/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newId } from '../../../local/db/ids';
import { listCorners } from '../../../shared/geo/map/draw/corners';
import { DrawButton } from '../../../shared/geo/map/draw/DrawButton';
import { useCountryChoices } from '../../../shared/location/countries';
import { notifier } from '../../../shared/session/session';
import { GroupSelect } from '../../../shared/taxa/GroupSelect';
import { SectionTitle } from '../../../ui/SectionTitle';
import { appoint, usePeopleNamed } from './data';
import classes from './appoint.module.css';

interface Props {
  projectId: string | null;
  isAdmin: boolean;
  onAppointed: () => void;
}

/** Chooses a person, and then the records that they validate. */
export function AppointForm({ projectId, isAdmin, onAppointed }: Props) {
  const { t } = useTranslation(['validation', 'common']);
  const nothing: ValidatorField = { group: null, country: null, area: null, from: null, to: null, project_id: projectId };
  const [id, setId] = useState(newId);
  const [name, setName] = useState('');
  const [userId, setUserId] = useState<string | null>(null);
  const [field, setField] = useState(nothing);
  const [isBusy, setBusy] = useState(false);
  const people = usePeopleNamed(name, isAdmin);
  const countries = useCountryChoices();
  const set = (change: Partial<ValidatorField>) => setField((before) => ({ ...before, ...change }));
  const save = async () => {
    if (userId === null) return;
    setBusy(true);
    try {
      await appoint(id, { user_id: userId, field });
      setId(newId());
      setName('');
      setUserId(null);
      setField(nothing);
      onAppointed();
    } catch (error) {
      notifier.show('negative', t('validators.failed'), { cause: error });
    }
    setBusy(false);
  };
  return (
    <section className={classes.form}>
      <SectionTitle>{t('validators.appoint')}</SectionTitle>
      <TextInput
        label={t('validators.person')}
        value={name}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setUserId(null);
        }}
      />
      {people && people.length > 0 && (
        <Radio.Group aria-label={t('validators.person')} value={userId} onChange={setUserId}>
          {people.map((one) => (
            <Radio key={one.id} value={one.id} label={<bdi>{one.name}</bdi>} mt="xs" />
          ))}
        </Radio.Group>
      )}
      {people?.length === 0 && name.trim().length > 1 && <p className={classes.quiet}>{t('validators.nobody')}</p>}
      {userId !== null && (
        <>
          <GroupSelect value={field.group} onChange={(group) => set({ group })} />
          <NativeSelect
            label={t('validators.country')}
            value={field.country ?? ''}
            onChange={({ currentTarget: { value } }) => set({ country: value === '' ? null : value })}
            data={[{ value: '', label: t('validators.everywhere') }, ...countries]}
          />
          <div className={classes.area}>
            <DrawButton
              geometry={field.area && toGeometry(field.area)}
              place={null}
              isArea
              onDraw={(drawn) => set({ area: toCorners(drawn) })}
              onOpen={() => {}}
            />
            {field.area && (
              <Button variant="subtle" onClick={() => set({ area: null })}>
                {t('validators.no_area')}
              </Button>
            )}
          </div>
          <div className={classes.area}>
            <TextInput
              type="date"
              label={t('validators.from')}
              value={field.from ?? ''}
              max={field.to ?? undefined}
              onChange={(event) => set({ from: event.currentTarget.value || null })}
            />
            <TextInput
              type="date"
              label={t('validators.to')}
              value={field.to ?? ''}
              min={field.from ?? undefined}
              onChange={(event) => set({ to: event.currentTarget.value || null })}
            />
          </div>
          <Button loading={isBusy} onClick={() => void save()}>
            {t('validators.appoint')}
          </Button>
        </>
      )}
    </section>
  );
}

/** A drawn area as a field has it. */
export const toCorners = (drawn: PlaceGeometry): FieldArea | null =>
  drawn.type === 'Polygon' ? listCorners(drawn, MAX_POLYGON_CORNERS) : null;

export function toGeometry(area: FieldArea): PlaceGeometry {
  return { type: 'Polygon', coordinates: [[...area, area[0]!]] };
}
