import { Alert, Button, Switch } from '@mantine/core';
import { type ReplyOf, getVisitorSettings } from '@veld/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useSending } from '../../../shared/session/form';
import { LoadFailure } from '../../../shared/session/LoadFailure';
import { notifier } from '../../../shared/session/session';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import { saveVisitorSettings, useAdminChange, useVisitorSettings } from '../data';
import classes from '../admin.module.css';

/** What people without an account, and search engines, may see. The first administrator of a server is asked here. */
export default function VisitorsPart() {
  const { t } = useTranslation('admin');
  const { settings, failure, retry } = useVisitorSettings();
  if (failure) return <LoadFailure error={failure} onRetry={retry} />;
  if (!settings) return <TaxonRowSkeletons label={t('loading')} />;
  return <VisitorsForm stored={settings} />;
}

function VisitorsForm({ stored }: { stored: ReplyOf<typeof getVisitorSettings>['data'] }) {
  const { t } = useTranslation(['admin', 'common']);
  const navigate = useNavigate();
  const change = useAdminChange();
  const [allowsBrowsing, setBrowsing] = useState(stored.allows_browsing);
  const [allowsIndexing, setIndexing] = useState(stored.allows_indexing);
  const isQuestion = !stored.is_chosen && !stored.is_fixed;
  const saving = useSending(async () => {
    await change(saveVisitorSettings({ allows_browsing: allowsBrowsing, allows_indexing: allowsIndexing }));
    notifier.show('positive', t('visitors.saved'));
    if (isQuestion) void navigate('/', { replace: true });
  });
  return (
    <form className={classes.form} onSubmit={saving.submit}>
      {isQuestion && <p>{t('visitors.question')}</p>}
      {stored.is_fixed && <Alert>{t('visitors.fixed')}</Alert>}
      <Switch
        label={t('visitors.browsing')}
        description={t('visitors.browsing_hint')}
        checked={allowsBrowsing}
        disabled={stored.is_fixed}
        onChange={(event) => setBrowsing(event.currentTarget.checked)}
      />
      <Switch
        label={t('visitors.indexing')}
        description={t('visitors.indexing_hint')}
        checked={allowsBrowsing && allowsIndexing}
        disabled={!allowsBrowsing}
        onChange={(event) => setIndexing(event.currentTarget.checked)}
      />
      {saving.errors.form && (
        <Alert color="brick" role="alert">
          {saving.errors.form}
        </Alert>
      )}
      <div className={classes.row}>
        <Button type="submit" loading={saving.isSending}>
          {t('common:action.save')}
        </Button>
      </div>
    </form>
  );
}
