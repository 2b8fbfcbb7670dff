import { Button, NativeSelect } from '@mantine/core';
import { IconCurrentLocation } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { distance } from '../../../i18n/format';
import { useLanguage, useUser } from '../../../shared/session/session';
import { FEED_RADII, type FeedView, HERE } from '../feed-view';
import type { Centre } from '../use-centre';
import classes from './NearbyChoice.module.css';

interface Props {
  view: FeedView;
  centre: Centre;
  onChange: (change: Partial<FeedView>) => void;
}

/** Chooses the circle whose records the feed shows. */
export function NearbyChoice({ view, centre, onChange }: Props) {
  const { t } = useTranslation(['feed', 'common']);
  const language = useLanguage();
  const { units } = useUser().preferences;
  const { places, locate, isLocating, hasFailed, at } = centre;
  const isHere = !places.some(({ id }) => id === view.around);
  return (
    <div className={classes.choice}>
      <NativeSelect
        label={t('around')}
        data={[{ value: HERE, label: t('here') }, ...places.map(({ id, name }) => ({ value: id, label: name }))]}
        value={isHere ? HERE : view.around}
        onChange={(event) => onChange({ around: event.currentTarget.value })}
      />
      <NativeSelect
        label={t('radius')}
        data={FEED_RADII.map((km) => ({ value: String(km), label: distance(km * 1000, units, language) }))}
        value={String(view.radius_km)}
        onChange={(event) => {
          const radius = FEED_RADII.find((km) => String(km) === event.currentTarget.value);
          if (radius) onChange({ radius_km: radius });
        }}
      />
      {isHere && (
        <Button
          variant={at === null ? 'filled' : 'default'}
          leftSection={<IconCurrentLocation size={20} aria-hidden />}
          loading={isLocating}
          onClick={locate}
        >
          {t('locate')}
        </Button>
      )}
      <p className={classes.hint} role="status">
        {isHere && (hasFailed ? t('not_located') : at === null ? t('no_location') : t('here_hint'))}
      </p>
    </div>
  );
}
