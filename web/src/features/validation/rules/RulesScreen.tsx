import { Button } from '@mantine/core';
import type { Rule, TaxonSummary } from '@veld/contract';
import { useState } from 'react';
import { Link } from 'react-router';
import { countryName, monthName, number } from '../../../i18n/format';
import { choiceLabel, useRecordTranslation } from '../../../shared/records/record-labels';
import { LoadFailure } from '../../../shared/session/LoadFailure';
import { notifier, useLanguage, useMaybeUser } from '../../../shared/session/session';
import { speciesAddress } from '../../../shared/taxa/data';
import { PageHeader } from '../../../ui/PageHeader';
import { SectionTitle } from '../../../ui/SectionTitle';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import classes from './rules.module.css';
import { endRule, useRules } from './data';
import { RuleForm } from './RuleForm';

export default function RulesScreen() {
  return useMaybeUser() ? <Rules /> : null;
}

/** The rules by which records are checked for validators, who write them. */
function Rules() {
  const t = useRecordTranslation('validation');
  const [taxon, setTaxon] = useState<TaxonSummary | null>(null);
  const { rules, failure, refresh, more } = useRules(taxon?.id ?? null);
  return (
    <>
      <PageHeader
        title={t('common:screens.validation_rules')}
        lead={t('validation:rules.lead')}
        back={{ to: '/validate', label: t('common:screens.validate') }}
      />
      {failure ? (
        <LoadFailure error={failure} onRetry={refresh} />
      ) : (
        <div className={classes.columns}>
          <RuleForm taxon={taxon} onTaxon={setTaxon} onSaved={refresh} />
          <section>
            <SectionTitle>{t('validation:rules.list')}</SectionTitle>
            {!rules && <TaxonRowSkeletons label={t('validation:rules.list')} />}
            {rules?.length === 0 && <p>{t('validation:rules.none')}</p>}
            <ul className={classes.list}>
              {rules?.map((one) => (
                <Row key={one.id} one={one} onEnded={refresh} />
              ))}
            </ul>
            {more && (
              <Button variant="default" onClick={more}>
                {t('common:action.show_more')}
              </Button>
            )}
          </section>
        </div>
      )}
    </>
  );
}

function Row({ one, onEnded }: { one: Rule; onEnded: () => void }) {
  const t = useRecordTranslation('validation');
  const language = useLanguage();
  const [isBusy, setBusy] = useState(false);
  const { kind, country, area, months, life_stages, maximum, note } = one.rule;
  const name = one.taxon?.name ?? t('common:taxon.unknown');
  const parts = [
    country !== null && countryName(country, language),
    area !== null && t('validation:validators.drawn'),
    months.map((month) => monthName(month, language, 'short')).join(', '),
    life_stages.map((stage) => choiceLabel('life_stage', stage, t)).join(', '),
    one.author,
  ];
  const end = async () => {
    setBusy(true);
    try {
      await endRule(one.id);
      onEnded();
    } catch (error) {
      notifier.show('negative', t('validation:rules.failed'), { cause: error });
    }
    setBusy(false);
  };
  return (
    <li className={classes.row}>
      <div>
        <p>
          <Link to={speciesAddress(one.rule.taxon_id)}>{name}</Link>
        </p>
        <p>{t(`validation:finding.${kind}`, { number: maximum === null ? '' : number(maximum, language) })}</p>
        {note !== '' && <p dir="auto">{note}</p>}
        <p className={classes.quiet}>{parts.filter(Boolean).join(' · ')}</p>
        <p>
          <Link to={`/validate?taxon_id=${one.rule.taxon_id}`}>{t('validation:rules.show')}</Link>
        </p>
      </div>
      {one.is_editable && (
        <Button variant="default" loading={isBusy} onClick={() => void end()} aria-label={t('validation:rules.end_of', { name })}>
          {t('validation:rules.end')}
        </Button>
      )}
    </li>
  );
}
