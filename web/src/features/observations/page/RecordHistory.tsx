import { Button } from '@mantine/core';
import { useState } from 'react';
import { ago } from '../../../i18n/format';
import { SectionTitle } from '../../../ui/SectionTitle';
import { notifier, useLanguage } from '../../../shared/session/session';
import { useFailureText } from '../../../shared/session/LoadFailure';
import type { LocalObservation } from '../../../shared/records/own';
import { describeChanges, restoreVersion, useRecordHistory } from './record-history';
import shared from './observation.module.css';
import classes from './RecordHistory.module.css';
import { useRecordTranslation } from '../../../shared/records/record-labels';

const SHOWN = 5;

/** The versions of a record, newest first: time, device, changes, and a button to restore each. */
export function RecordHistory({ record }: { record: LocalObservation }) {
  const t = useRecordTranslation();
  const language = useLanguage();
  const textOf = useFailureText();
  const { history, failure, isLoading, retry, hasMore, isLoadingMore, moreFailed, showMore } = useRecordHistory(record.id, record.version);
  const [shown, setShown] = useState(SHOWN);
  const [busy, setBusy] = useState<number | null>(null);
  if (!history && !failure) return null;
  // A single version is not a history.
  if (history && history.versions.length < 2) return null;
  const versions = history?.versions ?? [];
  // What the last loaded version changed is known once the version before it is loaded.
  const comparable = hasMore ? versions.length - 1 : versions.length;
  const more = () => {
    const next = Math.min(shown, comparable) + SHOWN * 4;
    setShown(next);
    if (hasMore && next > comparable) void showMore();
  };
  const take = async (version: (typeof versions)[number]) => {
    if (!history) return;
    setBusy(version.version);
    try {
      if (!(await restoreVersion(record.id, version, history, record.version))) throw new Error('The record is not on this device');
      notifier.show('positive', t('observations:history.restored'));
    } catch (error) {
      notifier.show('negative', t('observations:outbox.failed'), { cause: error });
    } finally {
      setBusy(null);
    }
  };
  return (
    <section className={classes.history}>
      <SectionTitle>{t('observations:history.title')}</SectionTitle>
      {!history && failure && (
        <>
          <p className={shared.quiet} role="alert">
            {t('observations:history.unreachable')} {textOf(failure)}
          </p>
          <Button variant="default" loading={isLoading} onClick={retry}>
            {t('common:action.retry')}
          </Button>
        </>
      )}
      <ol className={classes.versions}>
        {versions.slice(0, Math.min(shown, comparable)).map((version, index) => {
          const previous = versions[index + 1];
          const changes = previous && history ? describeChanges(version, previous, history.taxa, t, language) : [];
          const empty = previous ? 'no_changes' : version.version === 1 ? 'first' : 'oldest';
          return (
            <li key={version.version} className={classes.version}>
              <div className={classes.versionHead}>
                <span>
                  {index === 0 && <strong>{t('observations:history.current')} </strong>}
                  <span className={shared.quiet}>
                    <time dateTime={version.saved_at}>{ago(version.saved_at, language)}</time>
                    {version.device_name && ` · ${version.device_name}`}
                  </span>
                </span>
                {index > 0 && (
                  <Button
                    variant="subtle"
                    size="compact-md"
                    loading={busy === version.version}
                    disabled={busy !== null}
                    onClick={() => void take(version)}
                  >
                    {t('observations:history.restore')}
                  </Button>
                )}
              </div>
              {changes.length > 0 ? (
                <ul className={classes.changes}>
                  {changes.map((change) => (
                    <li key={change.field}>
                      <span className={shared.quiet}>{change.field}</span>{' '}
                      {change.before !== change.after && `${change.before} → ${change.after}`}
                    </li>
                  ))}
                </ul>
              ) : (
                <p className={shared.quiet}>{t(`observations:history.${empty}`)}</p>
              )}
            </li>
          );
        })}
      </ol>
      {moreFailed && failure && (
        <p className={shared.quiet} role="alert">
          {t('observations:history.unreachable')} {textOf(failure)}
        </p>
      )}
      {(comparable > shown || hasMore) && (
        <Button variant="default" loading={isLoadingMore} onClick={more}>
          {moreFailed ? t('common:action.retry') : t('common:action.show_more')}
        </Button>
      )}
    </section>
  );
}
