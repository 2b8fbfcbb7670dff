import { isSeen, listKeys, type Shows, WHO_SEES, type WatcherKind } from '@veld/contract';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './WhoSees.module.css';

const WATCHERS: readonly WatcherKind[] = ['people', 'visitors'];

/** Who sees what of a person with these choices: the table by which the server answers. */
export function WhoSees({ shows }: { shows: Shows }) {
  const { t } = useTranslation('community');
  return (
    <table className={classes.table}>
      <caption>{t('who_sees.title')}</caption>
      <thead>
        <tr>
          <th scope="col">
            <VisuallyHidden>{t('who_sees.title')}</VisuallyHidden>
          </th>
          {WATCHERS.map((watcher) => (
            <th key={watcher} scope="col">
              {t(`who_sees.${watcher}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {listKeys(WHO_SEES).map((what) => (
          <tr key={what}>
            <th scope="row">{t(`who_sees.what.${what}`)}</th>
            {WATCHERS.map((watcher) => (
              <td key={watcher}>
                <Answer isYes={isSeen(what, watcher, shows)} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Answer({ isYes }: { isYes: boolean }) {
  const { t } = useTranslation('community');
  const Icon = isYes ? IconCheck : IconMinus;
  return (
    <>
      <Icon size={20} aria-hidden />
      <VisuallyHidden>{t(isYes ? 'who_sees.yes' : 'who_sees.no')}</VisuallyHidden>
    </>
  );
}
