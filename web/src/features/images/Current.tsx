import { Alert, Button } from '@mantine/core';
import { IconLock, IconLockOpen } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../shared/session/form';
import { useUser } from '../../shared/session/session';
import { licenseName } from '../../shared/records/value-labels';
import type { Taxon } from '../../shared/taxa/data';
import { type useCurrentImage, useImageActions } from './current';
import { imageAddress, useImageChanges } from './data';
import { Details } from './Details';
import { History } from './History';
import classes from './Workbench.module.css';

interface Props {
  taxon: Taxon;
  current: NonNullable<ReturnType<typeof useCurrentImage>['data']>;
  /** Whether it was chosen just now: it stands above, and its details are open. */
  isOpen: boolean;
}

/** The image that a species has: its details, its history and its lock. */
export function Current({ taxon, current, isOpen }: Props) {
  const { t } = useTranslation(['images', 'common']);
  const errorTextOf = useErrorText();
  const isAdmin = useUser().roles.includes('admin');
  const { edit, revert, lock } = useImageActions(taxon.id);
  const version = useImageChanges().get(taxon.id);
  const [errorText, setErrorText] = useState<string | null>(null);
  const { data: image, history } = current;
  const setLock = (isLocked: boolean) => {
    setErrorText(null);
    lock(isLocked).catch((error: unknown) => setErrorText(errorTextOf(error).form ?? t('common:error.title')));
  };
  return (
    <section className={classes.current} aria-label={t('current')}>
      {image && (
        <figure className={classes.figure}>
          {!isOpen && <img src={imageAddress(taxon.id, 512, version)} alt={taxon.name} width={160} height={120} />}
          {(!isOpen || image.is_locked) && (
            <figcaption className={classes.quiet}>
              {!isOpen && [t('current'), image.attribution, image.license && licenseName(image.license)].filter(Boolean).join(' · ')}
              {image.is_locked && (
                <span className={classes.locked}>
                  <IconLock size={16} aria-hidden /> {t('lock.locked')}
                </span>
              )}
            </figcaption>
          )}
          {!image.is_locked && (
            <Button variant="default" leftSection={<IconLock size={20} aria-hidden />} onClick={() => setLock(true)}>
              {t('lock.lock')}
            </Button>
          )}
          {image.is_locked && isAdmin && (
            <Button variant="default" leftSection={<IconLockOpen size={20} aria-hidden />} onClick={() => setLock(false)}>
              {t('lock.unlock')}
            </Button>
          )}
        </figure>
      )}
      {image?.is_locked && <p className={classes.quiet}>{t('lock.hint')}</p>}
      {errorText && (
        <Alert color="brick" role="alert">
          {errorText}
        </Alert>
      )}
      {image && (
        <details open={isOpen || undefined}>
          <summary className={classes.summary}>{t('details.title')}</summary>
          <Details key={`${image.media_id} ${image.is_locked}`} image={image} onSave={(change) => edit(image, change)} />
        </details>
      )}
      {history.length > 0 && (
        <details>
          <summary className={classes.summary}>{t('history.title', { count: history.length })}</summary>
          <History history={history} isLocked={image?.is_locked ?? false} onRevert={revert} />
        </details>
      )}
    </section>
  );
}
