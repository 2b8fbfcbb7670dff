import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFiles } from '../../../device/files';
import { MoreRecords } from '../../../shared/records/lists/ListParts';
import { PublicRecordCard } from '../../../shared/records/RecordCards';
import { useFormErrorText } from '../../../shared/session/form';
import { notifier } from '../../../shared/session/session';
import { CardGrid } from '../../../ui/cards/CardGrid';
import { SectionTitle } from '../../../ui/SectionTitle';
import { RecordCardSkeletons } from '../../../ui/Skeletons';
import { useRelations } from '../../relations/data';
import { type Project, useProjectRecords } from '../data';
import classes from './page.module.css';

const FIRST = 6;

/** The records of a project, latest first. */
export function LatestRecords({ project }: { project: Project }) {
  const { t } = useTranslation(['projects', 'common']);
  const [isAll, setAll] = useState(false);
  const { ids } = useRelations();
  const list = useProjectRecords(project.id);
  const records = list.data?.pages.flatMap((page) => page.data).filter(({ user }) => !ids.block.has(user.id) && !ids.mute.has(user.id));
  return (
    <section aria-labelledby="latest">
      <SectionTitle id="latest" action={project.counts.records > 0 && <ExportButton project={project} />}>
        {t('latest')}
      </SectionTitle>
      {list.isPending && <RecordCardSkeletons count={3} label={t('loading')} />}
      {list.isError && !records && <p className={classes.quiet}>{t('part_failed')}</p>}
      {records?.length === 0 && <p className={classes.quiet}>{t('latest_empty')}</p>}
      {records && records.length > 0 && (
        <CardGrid label={t('latest')}>
          {records.slice(0, isAll ? undefined : FIRST).map((record) => (
            <PublicRecordCard key={record.id} record={record} headingLevel={3} />
          ))}
        </CardGrid>
      )}
      {!isAll && records && records.length > FIRST && (
        <Button className={classes.more} variant="default" onClick={() => setAll(true)}>
          {t('common:action.show_more')}
        </Button>
      )}
      {isAll && list.hasNextPage && (
        <MoreRecords onMore={() => void list.fetchNextPage()} isLoading={list.isFetchingNextPage} hasFailed={list.isFetchNextPageError} />
      )}
    </section>
  );
}

/** Saves what everybody may know of the records of a project as a table with Darwin Core columns. */
function ExportButton({ project }: { project: Project }) {
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
