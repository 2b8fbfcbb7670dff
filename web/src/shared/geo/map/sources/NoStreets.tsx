import { Modal } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useMaybeUser } from '../../../session/session';
import classes from './NoStreets.module.css';
import { mapSources } from './settings';

const EXAMPLE = JSON.stringify(
  [
    {
      kind: 'raster',
      name: 'Streets',
      attribution: '© OpenStreetMap contributors',
      tiles: 'https://tiles.example.org/{z}/{x}/{y}.png',
      max_zoom: 19,
    },
  ],
  null,
  2,
);

/** Says that the built-in map ends here, and shows admins how to add a map with streets. */
export function NoStreets({ className }: { className: string | undefined }) {
  const { t } = useTranslation(['geo', 'common']);
  const user = useMaybeUser();
  const hasSources = useStore(mapSources, ({ settings }) => settings.sources.length > 0);
  const [isOpen, setOpen] = useState(false);
  const isAdmin = user?.roles.includes('admin') ?? false;
  const canAdd = isAdmin && !hasSources;
  return (
    <>
      <p className={`${className} ${classes.note}`}>
        {t('map.no_streets')}
        {canAdd && (
          <>
            {' '}
            <button type="button" className={classes.more} onClick={() => setOpen(true)}>
              {t('map.add_source')}
            </button>
          </>
        )}
      </p>
      {canAdd && (
        <Modal
          opened={isOpen}
          onClose={() => setOpen(false)}
          title={t('map.add_source')}
          closeButtonProps={{ 'aria-label': t('common:action.close') }}
        >
          <p>{t('map.add_source_how', { setting: 'MAP_SOURCES' })}</p>
          <pre className={classes.example}>{EXAMPLE}</pre>
          <p>{t('map.add_source_more', { file: 'docs/base-map.md' })}</p>
        </Modal>
      )}
    </>
  );
}
