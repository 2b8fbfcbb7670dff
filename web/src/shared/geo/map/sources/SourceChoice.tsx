import { ActionIcon, Modal, Radio, Stack } from '@mantine/core';
import { IconStack2 } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useLanguage } from '../../../session/session';
import { choosableSources, chooseSource, chosenSource, joinedSources, mapSources } from './settings';

/** Chooses among the built-in map and those of the operator, behind a button. Nothing if there are none. */
export function SourceChoice() {
  const { t } = useTranslation(['geo', 'common']);
  const hasSources = useStore(mapSources, ({ settings }) => choosableSources(settings).length > 0);
  const [isOpen, setOpen] = useState(false);
  if (!hasSources) return null;
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
        <SourceRadios />
      </Modal>
    </>
  );
}

/** The same without a button. */
export function SourceRadios() {
  const { t } = useTranslation('geo');
  const settings = useStore(mapSources, (state) => state.settings);
  const sources = useMemo(() => choosableSources(settings), [settings]);
  const joined = joinedSources(settings).map(({ name }) => name);
  const chosen = useStore(mapSources, chosenSource);
  const language = useLanguage();
  if (sources.length === 0) return null;
  return (
    <Radio.Group value={chosen?.id ?? ''} onChange={(id) => chooseSource(id === '' ? null : id)} aria-label={t('map.choose_source')}>
      <Stack gap="xs">
        <Radio
          value=""
          label={t('map.built_in')}
          description={
            joined.length > 0 ? t('map.built_in_with', { names: new Intl.ListFormat(language).format(joined) }) : t('map.built_in_about')
          }
        />
        {sources.map(({ id, name, attribution }) => (
          <Radio key={id} value={id} label={name} description={attribution} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
