import { Button, NumberInput, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useQuery } from '@tanstack/react-query';
import { type AutomaticRule, getAutomaticRule, putAutomaticRule } from '@veld/contract';
import { useState } from 'react';
import { PageHeader } from '../../../ui/PageHeader';
import { useMaybeUser, notifier, useLanguage } from '../../../shared/session/session';
import { ValidatorsPart } from './ValidatorsPart';
import { number } from '../../../i18n/format';
import { api } from '../../../local/app/veld';
import { LoadFailure } from '../../../shared/session/LoadFailure';
import { SectionTitle } from '../../../ui/SectionTitle';
import classes from './appoint.module.css';

/** Who validates which records, for admins. */
export default function ValidatorsScreen() {
  const { t } = useTranslation(['validation', 'common']);
  if (!useMaybeUser()) return null;
  return (
    <>
      <PageHeader
        title={t('common:screens.validators')}
        lead={t('validators.lead')}
        back={{ to: '/admin', label: t('common:screens.admin') }}
        actions={
          <Button component={Link} to="/validate/rules" variant="default">
            {t('common:screens.validation_rules')}
          </Button>
        }
      />
      <div className={classes.page}>
        <ValidatorsPart projectId={null} isAdmin />
        <AutomaticForm />
      </div>
    </>
  );
}

/** When the server accepts records of common species by itself. */
function AutomaticForm() {
  const { t } = useTranslation('validation');
  const { data, error, refetch } = useQuery({
    queryKey: ['automatic-validation'],
    queryFn: async ({ signal }) => (await api.call(getAutomaticRule, {}, { signal })).data,
  });
  return (
    <section className={classes.form}>
      <SectionTitle>{t('automatic_rule.title')}</SectionTitle>
      <p className={classes.quiet}>{t('automatic_rule.text')}</p>
      {data && <Fields key={JSON.stringify(data)} rule={data} onSaved={() => void refetch()} />}
      {!data && error && <LoadFailure error={error} onRetry={() => void refetch()} />}
    </section>
  );
}

function Fields({ rule: { accepted, ...stored }, onSaved }: { rule: AutomaticRule & { accepted: number }; onSaved: () => void }) {
  const { t } = useTranslation('validation');
  const language = useLanguage();
  const [rule, setRule] = useState<AutomaticRule>(stored);
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      await api.call(putAutomaticRule, { body: rule });
      onSaved();
    } catch (error) {
      notifier.show('negative', t('validators.failed'), { cause: error });
    }
    setBusy(false);
  };
  return (
    <>
      <Switch
        label={t('automatic_rule.on')}
        checked={rule.is_on}
        onChange={(event) => setRule({ ...rule, is_on: event.currentTarget.checked })}
      />
      <NumberInput
        label={t('automatic_rule.share')}
        value={Math.round(rule.share * 100)}
        min={1}
        max={100}
        allowDecimal={false}
        suffix=" %"
        onChange={(value) => typeof value === 'number' && value >= 1 && setRule({ ...rule, share: value / 100 })}
      />
      <NumberInput
        label={t('automatic_rule.records')}
        value={rule.observer_records}
        min={1}
        max={10_000}
        allowDecimal={false}
        onChange={(value) => typeof value === 'number' && value >= 1 && setRule({ ...rule, observer_records: value })}
      />
      <p className={classes.quiet}>{t('automatic_rule.so_far', { number: number(accepted, language) })}</p>
      <Button loading={isBusy} onClick={() => void save()}>
        {t('automatic_rule.save')}
      </Button>
    </>
  );
}
