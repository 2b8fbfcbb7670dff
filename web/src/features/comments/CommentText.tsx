import { type MentionedPerson, parseCommentParts, type TaxonSummary } from '@veld/contract';
import { Fragment, useMemo } from 'react';
import { Link } from 'react-router';
import { describeObserver } from '../../shared/records/record-labels';
import { useRecordTranslation } from '../../shared/records/use-record-translation';
import { ScientificName } from '../../ui/ScientificName';
import { speciesAddress } from '../../shared/taxa/data';
import { useNamedRecord } from '../../shared/taxa/names';
import { useTaxonByName } from './data';
import classes from './CommentText.module.css';

/** Plain text, in which mentions, species and addresses are links. */
export function CommentText({ text, mentions }: { text: string; mentions: readonly MentionedPerson[] }) {
  const parts = useMemo(() => parseCommentParts(text), [text]);
  return (
    <p dir="auto" className={classes.text}>
      {parts.map((part, index) => (
        <Fragment key={index}>
          {part.kind === 'text' && part.text}
          {part.kind === 'mention' && <Mention person={mentions.find(({ id }) => id === part.id) ?? { id: part.id, name: '' }} />}
          {part.kind === 'species' && <Species name={part.name.trim()} id={part.id} />}
          {part.kind === 'link' && (
            <a href={part.address} target="_blank" rel="nofollow noopener noreferrer">
              {part.address}
            </a>
          )}
        </Fragment>
      ))}
    </p>
  );
}

function Mention({ person }: { person: MentionedPerson }) {
  const t = useRecordTranslation();
  const { name, to } = describeObserver({ user: { ...person, is_pro: false } }, t);
  return to ? (
    <Link dir="auto" to={to}>
      @{name}
    </Link>
  ) : (
    <span dir="auto">@{name}</span>
  );
}

/** The name that the species has in the language of the app; else the name as written. */
function Species({ name, id }: { name: string; id: number | null }) {
  const found = useTaxonByName(id === null ? name : null);
  const taxonId = id ?? found?.id ?? null;
  const { taxon } = useNamedRecord(useMemo((): Linked => ({ taxon: null, taxon_id: taxonId }), [taxonId]));
  const isScientific = !taxon || taxon.name === taxon.scientific_name;
  const shown = isScientific ? <ScientificName name={taxon?.name ?? name} rank={taxon?.rank ?? 'species'} /> : taxon.name;
  return taxonId === null ? shown : <Link to={speciesAddress(taxonId)}>{shown}</Link>;
}

interface Linked {
  taxon: TaxonSummary | null;
  taxon_id: number | null;
}
