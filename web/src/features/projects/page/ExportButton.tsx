import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFiles } from '../../../device/save-files';
import { notifier } from '../../../shared/session/session';
import { useFormErrorText } from '../../../shared/session/form';
import type { Project } from '../data';

/** Saves what everybody may know of the records of a project as a table with Darwin Core columns. */
export function ExportButton({ project }: { project: Project }) {
  const { t } = useTranslation(['projects', 'common']);
  const errorTextOf = useFormErrorText();
  const [isBusy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      const { exportProject } = await import('./export-project');
      saveFiles([await exportProject(project.id)]);
    } catch (error) {
      notifier.show('negative', errorTextOf(error), { cause: error });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="subtle" loading={isBusy} leftSection={<IconDownload size={20} aria-hidden />} onClick={() => void run()}>
      {t('export')}
    </Button>
  );
}
