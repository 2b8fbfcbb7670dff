import { Button, Progress } from '@mantine/core';
import { IconDownload, IconLock, IconLockOpen } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useStore } from 'zustand';
import { ago, countryName, number } from '../../../i18n/format';
import { bytes } from '../../../i18n/units';
import { isAnyUnsent } from '../../../local/outbox/outbox-counts';
import type { BatchKeeper } from '../../../local/records/identifications/batch-keeper';
import { Hint } from '../../../shared/hints/Hint';
import { useOutboxCounts } from '../../../shared/records/own';
import { waitingLabel } from '../../../shared/records/sync-labels';
import { notifier, useIsOnline, useLanguage } from '../../../shared/session/session';
import { saveUnsentFiles } from '../../../shared/session/unsent';
import { useTaxonomyStatus } from '../../../shared/taxa/data';
import { SectionTitle } from '../../../ui/SectionTitle';
import { batchKeeper, useBatch } from '../../identifications/queue/batch';
import { guideKeeper, type KeptGuide, sumGuideBytes, useKept } from '../../knowledge/offline/data';
import { Section, type SectionProps } from '../Section';
import { KeptMaps } from './KeptMaps';
import {
  deleteSentPhotos,
  type PhotoStorage,
  useNameSizes,
  usePersistence,
  useRoom,
  useServerPhotos,
  useSharedHere,
  useStorageUse,
} from './storage-facts';
import classes from '../storage.module.css';

/** What Veld stores on this device, whether storage is persistent, and how to free space. */
export function StorageFacts() {
  const { t } = useTranslation(['settings', 'common']);
  const language = useLanguage();
  const storage = useStorageUse();
  const shared = useSharedHere();
  const room = useRoom(storage);
  const kept = useKept();
  const taxonomy = useTaxonomyStatus();
  const nameSizes = useNameSizes(`${taxonomy?.global?.finished_at} ${taxonomy?.country?.finished_at}`);
  if (!storage) return null;
  const photos = ({ count, bytes: size }: PhotoStorage) =>
    count === 0 ? t('storage.no_photos') : t('storage.photos', { count, size: bytes(size, language) });
  const share = room ? room.used / room.quota : 0;
  return (
    <>
      {kept?.length === 0 && <Hint wizard="offline-pack" />}
      {room && (
        <div className={classes.room}>
          <p className={classes.used}>
            <strong>{bytes(room.used, language)}</strong> {t('storage.of', { quota: bytes(room.quota, language) })}
          </p>
          <Progress
            value={Math.max(share * 100, 0.5)}
            size="lg"
            color={share > 0.9 ? 'brick' : undefined}
            aria-label={t('storage.used', { percent: number(share, language, { style: 'percent' }) })}
          />
        </div>
      )}
      <Persistence />
      <Unsent />
      <section className={classes.kept}>
        <SectionTitle>{t('storage.stored')}</SectionTitle>
        <dl className={classes.kinds}>
          <Kind label={t('storage.records')} note={t('storage.records_note')}>
            {t('common:count.records', { count: storage.records })}
          </Kind>
          {storage.drafts > 0 && (
            <Kind label={t('storage.drafts')} note={t('storage.drafts_note')}>
              {number(storage.drafts, language)}
            </Kind>
          )}
          <Kind label={t('storage.unsent_photos')} note={t('storage.unsent_photos_note')}>
            {photos(storage.unsent)}
          </Kind>
          {shared && shared.count > 0 && (
            <Kind label={t('storage.shared')} note={t('storage.shared_note')}>
              <Link to="/observe/photos">{photos(shared)}</Link>
            </Kind>
          )}
          <Kind label={t('storage.sent_photos')} note={t('storage.sent_photos_note')}>
            {photos(storage.sent)}
            {storage.sent.count > 0 && <DeletePhotos size={bytes(storage.sent.bytes, language)} />}
          </Kind>
          <ServerPhotos />
          {taxonomy?.global && (
            <Kind label={t('storage.names')} note={updated(taxonomy.global.finished_at)}>
              {names(taxonomy.global.size, nameSizes.global)}
            </Kind>
          )}
          {taxonomy?.country && (
            <Kind
              label={t('storage.country_names', { country: countryName(taxonomy.country.country_code ?? '', language) })}
              note={updated(taxonomy.country.finished_at)}
            >
              {names(taxonomy.country.size, nameSizes.country)}
            </Kind>
          )}
          <KeptGuides />
          <KeptRecords />
          <KeptMaps />
        </dl>
      </section>
    </>
  );

  function names(species: number, size: number | undefined): string {
    const count = t('common:count.species', { count: species });
    return size === undefined ? count : `${count}, ${bytes(size, language)}`;
  }

  function updated(at: number | null): string {
    return at === null ? t('common:taxonomy.loading') : t('storage.updated', { ago: ago(at, language) });
  }
}

function Kind({ label, note, children }: { label: string; note: string; children: ReactNode }) {
  return (
    <div className={classes.kind}>
      <dt>
        {label}
        <span className={classes.note}>{note}</span>
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

function Persistence() {
  const { t } = useTranslation('settings');
  const { isPersistent, ask } = usePersistence();
  if (isPersistent === undefined) return null;
  const state = isPersistent ? 'yes' : isPersistent === null ? 'unknown' : 'no';
  return (
    <div className={classes.persistence} data-state={state}>
      {isPersistent ? <IconLock size={26} aria-hidden /> : <IconLockOpen size={26} aria-hidden />}
      <p role="status">{t(`storage.persistent.${state}`)}</p>
      {isPersistent === false && (
        <Button variant="default" onClick={() => void ask()}>
          {t('storage.persist')}
        </Button>
      )}
    </div>
  );
}

function Unsent() {
  const { t } = useTranslation(['settings', 'common']);
  const shell = useTranslation('common');
  const language = useLanguage();
  const counts = useOutboxCounts();
  const [isBusy, setBusy] = useState(false);
  if (!counts || !isAnyUnsent(counts)) return null;
  const save = async () => {
    setBusy(true);
    try {
      await saveUnsentFiles();
    } catch (error) {
      notifier.show('negative', t('storage.export_failed'), { cause: error });
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={classes.unsent}>
      <p>
        <Link to="/outbox">{counts.unsent > 0 ? t('storage.only_here', { count: counts.unsent }) : waitingLabel(counts, shell.t)}</Link>
        {counts.oldest !== null && <span className={classes.note}>{t('common:sync.oldest', { ago: ago(counts.oldest, language) })}</span>}
      </p>
      <Button leftSection={<IconDownload size={20} aria-hidden />} loading={isBusy} onClick={() => void save()}>
        {t('common:action.export')}
      </Button>
    </div>
  );
}

function DeletePhotos({ size }: { size: string }) {
  const { t } = useTranslation('settings');
  const [isBusy, setBusy] = useState(false);
  const deletePhotos = async () => {
    setBusy(true);
    try {
      await deleteSentPhotos();
      notifier.show('positive', t('storage.freed', { size }));
    } catch (error) {
      notifier.show('negative', t('storage.free_failed'), { cause: error });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="subtle" loading={isBusy} onClick={() => void deletePhotos()}>
      {t('storage.free')}
    </Button>
  );
}

/** The countries that are kept for use without a connection, each with its size. */
export function KeptGuides() {
  return useKept()?.map((guide) => <KeptLine key={guide.country} guide={guide} />) ?? null;
}

function KeptLine({ guide }: { guide: KeptGuide }) {
  const { t } = useTranslation('knowledge');
  const language = useLanguage();
  const [isBusy, setBusy] = useState(false);
  const country = countryName(guide.country, language);
  const remove = async () => {
    setBusy(true);
    try {
      await guideKeeper()?.remove(guide.country);
    } catch (error) {
      notifier.show('negative', t('offline.failed'), { cause: error });
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={classes.kind}>
      <dt>
        {t('offline.kept', { country })}
        <span className={classes.note}>{t('offline.kept_note')}</span>
      </dt>
      <dd>
        <Link to={`/knowledge?view=offline&country=${guide.country}`}>{bytes(sumGuideBytes(guide), language)}</Link>
        <Button variant="subtle" loading={isBusy} onClick={() => void remove()} aria-label={t('offline.delete_of', { country })}>
          {t('offline.delete')}
        </Button>
      </dd>
    </div>
  );
}

/** The space of the user's photos on the server; without a connection as last known, with its age. */
export function ServerPhotos() {
  const { t } = useTranslation('settings');
  const language = useLanguage();
  const isOnline = useIsOnline();
  const { data, isError, dataUpdatedAt } = useServerPhotos();
  const isOld = data !== undefined && (isError || !isOnline);
  const share = data ? data.used_bytes / data.quota_bytes : 0;
  const amount =
    data && t('storage.server_photos_of', { used: bytes(data.used_bytes, language), quota: bytes(data.quota_bytes, language) });
  return (
    <div className={classes.kind}>
      <dt>
        {t('storage.server_photos')}
        <span className={classes.note}>
          {isOld ? t('storage.updated', { ago: ago(dataUpdatedAt, language) }) : t('storage.server_photos_note')}
        </span>
      </dt>
      <dd>
        {amount ?? (isError || !isOnline ? t('storage.server_photos_unknown') : null)}
        {amount && share > 0.9 && <Progress value={Math.min(share, 1) * 100} color="brick" aria-label={amount} />}
      </dd>
    </div>
  );
}

export function StorageSection({ id, title }: SectionProps) {
  const { t } = useTranslation('settings');
  return (
    <Section id={id} title={title} lead={t('storage.lead')}>
      <div>
        <StorageFacts />
      </div>
    </Section>
  );
}

/** The records that are kept to identify them without a connection. */
export function KeptRecords() {
  const keeper = batchKeeper();
  return useBatch() && keeper ? <KeptPeriodLine keeper={keeper} /> : null;
}

function KeptPeriodLine({ keeper }: { keeper: BatchKeeper }) {
  const { t } = useTranslation('identifications');
  const language = useLanguage();
  const size = useStore(keeper.store, (state) => state.bytes);
  useEffect(() => {
    keeper.measure().catch((error: unknown) => console.error('Keep for offline', error));
  }, [keeper]);
  const remove = () => {
    keeper.remove().catch((error: unknown) => notifier.show('negative', t('queue.kept.failed'), { cause: error }));
  };
  return (
    <div className={classes.kind}>
      <dt>
        {t('queue.kept.storage')}
        <span className={classes.note}>{t('queue.kept.storage_note')}</span>
      </dt>
      <dd>
        <Link to="/identify?kept=1">{bytes(size, language)}</Link>
        <Button variant="subtle" onClick={remove} aria-label={t('queue.kept.delete_it')}>
          {t('queue.kept.delete')}
        </Button>
      </dd>
    </div>
  );
}
