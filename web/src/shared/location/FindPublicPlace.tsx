import { Modal, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { listPublicPlaces, type PublicPlace } from '@veld/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { area } from '../../i18n/units';
import { api } from '../../local/app/veld';
import { usePreference } from '../session/preferences';
import { useIsOnline, useLanguage } from '../session/session';
import { useFocusBack } from '../../ui/steady-focus';
import classes from './FindPublicPlace.module.css';

const REST_MS = 250;
const SHORTEST = 2;

interface Props {
  onChoose: (place: PublicPlace) => void;
  onClose: () => void;
}

/** Asks for a public place by its name, in a screen that asks the server. */
export default function FindPublicPlace({ onChoose, onClose }: Props) {
  useFocusBack();
  const { t } = useTranslation(['explore', 'common']);
  const language = useLanguage();
  const { value: units } = usePreference('units');
  const isOnline = useIsOnline();
  const [text, setText] = useState('');
  const [name] = useDebouncedValue(text.trim(), REST_MS);
  const { data } = useQuery({
    queryKey: ['public-places-named', name],
    queryFn: async ({ signal }) => (await api.call(listPublicPlaces, { query: { name } }, { signal })).data,
    enabled: isOnline && name.length >= SHORTEST,
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('public_place.find')}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
      styles={{ body: { minHeight: 'min(24rem, 60dvh)' } }}
    >
      <TextInput
        label={t('public_place.name')}
        data-autofocus
        autoComplete="off"
        maxLength={80}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div role="status">
        {!isOnline && <p className={classes.note}>{t('public_place.offline')}</p>}
        {data?.length === 0 && <p className={classes.note}>{t('public_place.none')}</p>}
      </div>
      <ul className={classes.list}>
        {data?.map((place) => (
          <li key={place.id}>
            <UnstyledButton className={classes.place} onClick={() => onChoose(place)}>
              <span dir="auto">{place.name}</span>
              <span className={classes.note}>{area(place.area_m2, units, language)}</span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
