import { ActionIcon, Modal, Radio, Stack } from '@mantine/core';
import { IconStack2 } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { chooseSource, chosenSource, mapSources } from './settings';

/** Chooses among the built-in map and those of the operator. Nothing if there are none. */
export function SourceChoice() {
  const { t } = useTranslation(['geo', 'common']);
  const sources = useStore(mapSources, ({ settings }) => settings.sources);
  const chosen = useStore(mapSources, chosenSource);
  const [isOpen, setOpen] = useState(false);
  if (sources.length === 0) return null;
  return (
    <>
      <ActionIcon variant="default" aria-label={t('map.choose_source')} title={t('map.choose_source')} onClick={() => setOpen(true)}>
        <IconStack2 size={20} aria-hidden />
      </ActionIcon>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={t('map.choose_source')}
        closeButtonProps={{ 'aria-label': t('common:action.close') }}
      >
        <Radio.Group value={chosen?.id ?? ''} onChange={(id) => chooseSource(id === '' ? null : id)} aria-label={t('map.choose_source')}>
          <Stack gap="xs">
            <Radio value="" label={t('map.built_in')} description={t('map.built_in_about')} />
            {sources.map(({ id, name, attribution }) => (
              <Radio key={id} value={id} label={name} description={attribution} />
            ))}
          </Stack>
        </Radio.Group>
      </Modal>
    </>
  );
}
