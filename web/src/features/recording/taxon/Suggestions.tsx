import { Button } from '@mantine/core';
import type { TaxonSummary } from '@veld/contract';
import { useId, useState } from 'react';
import { useNow } from '../../../device/use-now';
import { countryName, monthName } from '../../../i18n/format';
import { useFrequencyText } from '../../../shared/frequencies/words';
import { useSeenTaxonIds } from '../../../shared/records/own';
import { useRecordTranslation } from '../../../shared/records/record-labels';
import { useLanguage, useUser } from '../../../shared/session/session';
import { DEFAULT_LIMIT, SUGGESTION_LIMIT } from '../../../shared/taxa/data';
import { useNamed } from '../../../shared/taxa/names';
import { rankLabel } from '../../../shared/taxa/names';
import { TaxonRow } from '../../../ui/cards/TaxonRow';
import { LikelyBar } from './HitLikelihood';
import { reasonText } from './suggestion-labels';
import { type SuggestedAt, type SuggestionContext, useSuggestions } from './use-suggestions';
import classes from './Suggestions.module.css';

/** How many of the suggestions are recent species; likely ones make up the rest. */
const RECENT = 2;
const LIMITS = { recent: RECENT, likely: DEFAULT_LIMIT };

interface Props {
  context: SuggestionContext;
  /** A species that is left out: it was just recorded. */
  exceptId?: number | undefined;
  onChoose: (taxon: TaxonSummary) => void;
}

/**
 * Recent and likely species for the place and the date of the record, each with its reason, shown before anything is typed; a few at
 * first, more on request. None is chosen automatically.
 */
export function Suggestions({ context, exceptId, onChoose }: Props) {
  const t = useRecordTranslation('recording');
  const titleId = useId();
  const language = useLanguage();
  const { country_code: country } = useUser();
  const seen = useSeenTaxonIds();
  const now = useNow(60_000);
  const shareText = useFrequencyText();
  const suggestions = useSuggestions(context, LIMITS);
  const [isLong, setLong] = useState(false);
  const title = useTitle(suggestions?.at);
  const recent = suggestions?.recent.slice(0, RECENT) ?? [];
  const all = [...recent, ...(suggestions?.likely ?? [])].filter(({ taxon }) => taxon.id !== exceptId);
  const named = useNamed(all.slice(0, isLong ? DEFAULT_LIMIT : SUGGESTION_LIMIT));
  if (!suggestions) return null;
  return (
    <section aria-labelledby={titleId} data-suggestions>
      <h3 className={classes.quickTitle} id={titleId} data-known={suggestions.at?.isUnknown === false || undefined}>
        {title}
      </h3>
      <div className={classes.quickRows}>
        {named.map(({ taxon, reason, likelihood }) => (
          <TaxonRow
            key={taxon.id}
            name={taxon.name}
            scientificName={taxon.scientific_name}
            rank={taxon.rank}
            rankLabel={rankLabel(taxon.rank, t)}
            group={taxon.group}
            imageUrl={taxon.image_url}
            seenLabel={seen?.has(taxon.id) ? t('common:taxon.seen') : null}
            // The bar says it where there is little room.
            note={<span className={classes.reason}>{reasonText(reason, { t, language, country, now, shareText })}</span>}
            trailing={<LikelyBar likelihood={likelihood} />}
            onClick={() => onChoose(taxon)}
          />
        ))}
      </div>
      {!isLong && all.length > named.length && (
        <Button className={classes.more} variant="subtle" onClick={() => setLong(true)}>
          {t('common:action.show_more')}
        </Button>
      )}
    </section>
  );
}

/** Where and when the suggested species are likely; or that nothing is known there. */
function useTitle(at: SuggestedAt | undefined): string {
  const t = useRecordTranslation('recording');
  const language = useLanguage();
  if (!at) return '';
  const { country, month, hasPlace, isUnknown } = at;
  const named = { month: month === null ? '' : monthName(month, language), country: country ? countryName(country, language) : '' };
  if (isUnknown) return t(month === null ? 'recording:suggest.unknown_any' : 'recording:suggest.unknown', named);
  if (month === null) return t('recording:suggest.title');
  return t(hasPlace ? 'recording:suggest.here_in' : 'recording:suggest.now_in', named);
}
