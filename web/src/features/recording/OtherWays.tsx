import { Button } from '@mantine/core';
import { IconLayoutGrid, IconRoute, IconTallymarks } from '@tabler/icons-react';
import { useLiveQuery } from 'dexie-react-hooks';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { number } from '../../i18n/format';
import { currentJourney } from '../../local/records/journeys/current';
import { countTallied } from '../../local/records/tally';
import { currentDatabase, useLanguage } from '../../shared/session/session';
import { useBoardCount } from './on-board';
import { useRunningTally } from './use-running-tally';

/** Links to the photo board, the tally and the journey. */
export function OtherWays({ isOfBoard }: { isOfBoard: boolean }) {
  return (
    <>
      <FromPhotosLink isHidden={isOfBoard} />
      {!isOfBoard && <TallyLink />}
      {!isOfBoard && <JourneyLink />}
    </>
  );
}

/** Link to the start of a journey; the running one has its own bar. */
function JourneyLink() {
  const { t } = useTranslation('common');
  const database = currentDatabase();
  const isRunning = useLiveQuery(async () => (await currentJourney.read(database))?.ended_at === null, [database]);
  if (isRunning !== false) return null;
  return (
    <Button component={Link} to="/my-journeys/new" variant="default" leftSection={<IconRoute size={20} aria-hidden />}>
      {t('screens.new_journey')}
    </Button>
  );
}

/** Link to the tally, with the count of a running one. */
function TallyLink() {
  const { t } = useTranslation('common');
  const language = useLanguage();
  const tally = useRunningTally();
  const count = tally ? countTallied(tally) : 0;
  return (
    <Button component={Link} to="/observe/tally" variant="default" leftSection={<IconTallymarks size={20} aria-hidden />}>
      {count > 0 ? `${t('screens.tally')}: ${number(count, language)}` : t('screens.tally')}
    </Button>
  );
}

/** Link to the photo board, with the number of its records. */
function FromPhotosLink({ isHidden }: { isHidden: boolean }) {
  const { t } = useTranslation('recording');
  const count = useBoardCount();
  if (isHidden) return null;
  return (
    <Button component={Link} to="/observe/photos" variant="default" leftSection={<IconLayoutGrid size={20} aria-hidden />}>
      {count > 0 ? t('photo_board.waiting', { count }) : t('photo_board.title')}
    </Button>
  );
}
