import { Button, Drawer, Switch } from '@mantine/core';
import { IconDownload, IconMapDown, IconMinus, IconPlus } from '@tabler/icons-react';
import type { Map as MapLibre } from 'maplibre-gl';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { readView } from '../../../shared/geo/map/map-view';
import { boxQuery } from '../../../shared/geo/map/place-query';
import { SourceRadios } from '../../../shared/geo/map/sources/SourceChoice';
import { useFocusBack } from '../../../ui/steady-focus';
import classes from './LayersSheet.module.css';

interface Props {
  map: MapLibre;
  hasPlaces: boolean;
  onPlaces: (isShown: boolean) => void;
  effort: { isShown: boolean; onChange: (isShown: boolean) => void } | undefined;
  onClose: () => void;
}

/** What the map shows besides the records, and what is used too rarely for a button over it. Changes take effect at once. */
export function LayersSheet({ map, hasPlaces, onPlaces, effort, onClose }: Props) {
  useFocusBack();
  const { t } = useTranslation(['map', 'geo', 'common']);
  return (
    <Drawer
      opened
      onClose={onClose}
      position="bottom"
      size="auto"
      title={t('layers')}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
      classNames={{ content: classes.sheet }}
    >
      <div className={classes.layers}>
        <Switch label={t('saved_places')} checked={hasPlaces} onChange={(event) => onPlaces(event.currentTarget.checked)} />
        {effort && (
          <Switch label={t('layer_effort')} checked={effort.isShown} onChange={(event) => effort.onChange(event.currentTarget.checked)} />
        )}
        <SourceRadios />
        <div className={classes.buttons}>
          <Button variant="default" leftSection={<IconPlus size={20} aria-hidden />} onClick={() => map.zoomIn()}>
            {t('geo:map.zoom_in')}
          </Button>
          <Button variant="default" leftSection={<IconMinus size={20} aria-hidden />} onClick={() => map.zoomOut()}>
            {t('geo:map.zoom_out')}
          </Button>
          <Button
            component={Link}
            to={`/tile-requests?new=1&${boxQuery(readView(map).bounds)}`}
            leftSection={<IconDownload size={20} aria-hidden />}
          >
            {t('keep_offline')}
          </Button>
          <Button component={Link} to="/tile-requests" variant="default" leftSection={<IconMapDown size={20} aria-hidden />}>
            {t('common:screens.tile_requests')}
          </Button>
        </div>
      </div>
    </Drawer>
  );
}
