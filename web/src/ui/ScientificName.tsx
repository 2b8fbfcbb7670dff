import { Fragment } from 'react';
import classes from './ScientificName.module.css';

/** Ranks from genus down, which are written in italics. */
const ITALIC_RANKS = new Set([
  'genus',
  'genushybrid',
  'subgenus',
  'section',
  'subsection',
  'series',
  'subseries',
  'complex',
  'aggregate',
  'species_aggregate',
  'species',
  'hybrid',
  'subspecies',
  'variety',
  'subvariety',
  'form',
  'forma',
  'subform',
  'infrahybrid',
]);

/** Words that are not part of the name itself: rank abbreviations, qualifiers and the hybrid sign. */
const UPRIGHT = new Set(
  '× x + nothosubsp. nothovar. nothof. var. subvar. subsp. ssp. f. fo. forma cf. aff. nr. sp. spp. agg. sect. ser. s. l. str. s.l. s.s. s.str. sensu lato stricto group complex'.split(
    ' ',
  ),
);

interface Props {
  name: string;
  rank: string;
  className?: string;
}

export function isItalicRank(rank: string): boolean {
  return ITALIC_RANKS.has(rank.toLowerCase());
}

/** Splits a name into italic and upright runs; a homonym label in brackets is upright. */
export function nameRuns(name: string): { text: string; isUpright: boolean }[] {
  const runs: { text: string; isUpright: boolean }[] = [];
  let isInLabel = false;
  for (const word of name.split(/\s+/).filter(Boolean)) {
    if (/^\([^A-Z×]/u.test(word)) isInLabel = true;
    const isUpright = isInLabel || UPRIGHT.has(word) || /^['‘]/u.test(word);
    if (word.endsWith(')')) isInLabel = false;
    const last = runs.at(-1);
    if (last && last.isUpright === isUpright) last.text += ` ${word}`;
    else runs.push({ text: word, isUpright });
  }
  return runs;
}

/** A scientific name, typeset as in the nomenclature codes: italic from genus down, with `×`, `var.` and `cf.` upright. */
export function ScientificName({ name, rank, className }: Props) {
  const classNames = className ? `${classes.name} ${className}` : classes.name;
  if (!isItalicRank(rank)) {
    return (
      <span className={classNames} lang="la" translate="no">
        {name}
      </span>
    );
  }
  return (
    <i className={classNames} data-italic lang="la" translate="no">
      {nameRuns(name).map((run, index) => (
        <Fragment key={index}>
          {index > 0 && ' '}
          {run.isUpright ? <span className={classes.upright}>{run.text}</span> : run.text}
        </Fragment>
      ))}
    </i>
  );
}
