import { Button } from '@mantine/core';
import type { TaxonSummary } from '@veld/contract';
import { useId, useState } from 'react';
import { useNow } from '../../../device/use-now';
import { TaxonRow } from '../../../ui/cards/TaxonRow';
import { useLanguage, useUser } from '../../../shared/session/session';
import { useSeenTaxonIds } from '../../../shared/records/own';
import { reasonText } from './suggestion-labels';
import { DEFAULT_LIMIT, SUGGESTION_LIMIT } from '../../../shared/taxa/data';
import { useNamed, rankLabel } from '../../../shared/taxa/names';
import { useFrequencyText } from '../../../shared/frequencies/words';
import type { Suggestion } from './suggestions';
import { type SuggestionContext, useSuggestions } from './use-suggestions';
import classes from './Suggestions.module.css';
import { useRecordTranslation } from '../../../shared/records/record-labels';

/** How many of the suggestions are recent species; likely ones make up the rest. */
const RECENT = 2;
const LIMITS = { recent: RECENT, likely: DEFAULT_LIMIT };

/**
 * Recent and likely species, each with its reason, shown before anything is typed; a few at first, more on request. None is chosen
 * automatically.
 */
export function Suggestions({ context, onChoose }: { context: SuggestionContext; onChoose: (taxon: TaxonSummary) => void }) {
  const t = useRecordTranslation('recording');
  const suggestions = useSuggestions(context, LIMITS);
  const [isLong, setLong] = useState(false);
  if (!suggestions) return null;
  const most = isLong ? DEFAULT_LIMIT : SUGGESTION_LIMIT;
  const recent = suggestions.recent.slice(0, RECENT);
  const likely = suggestions.likely.slice(0, most - recent.length);
  return (
    <>
      {recent.length > 0 && <List title={t('recording:taxon.recent')} suggestions={recent} onChoose={onChoose} />}
      {likely.length > 0 && <List title={t('recording:suggest.title')} suggestions={likely} onChoose={onChoose} />}
      {!isLong && suggestions.likely.length > likely.length && (
        <Button variant="subtle" onClick={() => setLong(true)}>
          {t('common:action.show_more')}
        </Button>
      )}
    </>
  );
}

interface ListProps {
  title: string;
  suggestions: readonly Suggestion[];
  onChoose: (taxon: TaxonSummary) => void;
}

function List({ title, suggestions, onChoose }: ListProps) {
  const t = useRecordTranslation('recording');
  const titleId = useId();
  const language = useLanguage();
  const { country_code: country } = useUser();
  const seen = useSeenTaxonIds();
  const named = useNamed(suggestions);
  const now = useNow(60_000);
  const shareText = useFrequencyText();
  return (
    <section aria-labelledby={titleId}>
      <h3 className={classes.quickTitle} id={titleId}>
        {title}
      </h3>
      <div className={classes.quickRows}>
        {named.map(({ taxon, reason }) => (
          <TaxonRow
            key={taxon.id}
            name={taxon.name}
            scientificName={taxon.scientific_name}
            rank={taxon.rank}
            rankLabel={rankLabel(taxon.rank, t)}
            group={taxon.group}
            imageUrl={taxon.image_url}
            seenLabel={seen?.has(taxon.id) ? t('common:taxon.seen') : null}
            note={reasonText(reason, { t, language, country, now, shareText })}
            onClick={() => onChoose(taxon)}
          />
        ))}
      </div>
    </section>
  );
}
