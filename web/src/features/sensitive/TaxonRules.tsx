import { useQuery } from '@tanstack/react-query';
import { listTaxonRules } from '@veld/contract';
import { IconShieldLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { api } from '../../local/app/veld';
import { useLanguage, useUser } from '../../shared/session/session';
import { monthsText, reasonText, shownText, whereText } from './rule-words';
import classes from './sensitive.module.css';

/** The rules for a taxon, kept on the device; nothing while they are not known. */
function useTaxonRules(taxonId: number) {
  const { data } = useQuery({
    queryKey: ['sensitive-taxa', taxonId],
    queryFn: ({ signal }) => api.call(listTaxonRules, { params: { taxonId: String(taxonId) } }, { signal }),
    staleTime: 3_600_000,
    meta: { persist: true },
  });
  return data?.data ?? [];
}

/** Says in a form where and when records of the chosen taxon hide their place whatever is chosen. Empty for almost all taxa. */
export function TaxonRules({ taxonId }: { taxonId: number }) {
  const { t } = useTranslation(['sensitive']);
  const language = useLanguage();
  const { units } = useUser().preferences;
  const rules = useTaxonRules(taxonId);
  if (rules.length === 0) return null;
  return (
    <div className={classes.note} role="note">
      <IconShieldLock size={18} aria-hidden />
      <div>
        {t('form')}
        <ul className={classes.rules}>
          {rules.map((rule) => (
            <li key={JSON.stringify(rule)} dir="auto">
              {t('rule', {
                where: whereText(rule, t, language),
                months: monthsText(rule.months, t, language),
                shown: shownText(rule.grid_km, t, language, units),
                reason: reasonText(rule.reason, t),
              })}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
