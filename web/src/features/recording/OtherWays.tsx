import { Button } from '@mantine/core';
import { IconTallymarks } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { number } from '../../i18n/format';
import { totalOf } from '../../local/records/tally';
import { useLanguage } from '../accounts/data';
import { FromPhotosLink } from './FromPhotosLink';
import { useRunningTally } from './use-running-tally';

/** Links to the photo board and the tally. */
export function OtherWays({ isOfBoard }: { isOfBoard: boolean }) {
  return (
    <>
      <FromPhotosLink isHidden={isOfBoard} />
      {!isOfBoard && <TallyLink />}
    </>
  );
}

/** Link to the tally, with the count of a running one. */
function TallyLink() {
  const { t } = useTranslation('common');
  const language = useLanguage();
  const tally = useRunningTally();
  const count = tally ? totalOf(tally) : 0;
  return (
    <Button component={Link} to="/observe/tally" variant="default" leftSection={<IconTallymarks size={20} aria-hidden />}>
      {count > 0 ? `${t('screens.tally')}: ${number(count, language)}` : t('screens.tally')}
    </Button>
  );
}
