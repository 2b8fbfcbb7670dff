import { ScientificName } from '../../../ui/ScientificName';
import type { ReportCase } from './data';

interface Props {
  one: Pick<ReportCase, 'subject_taxon'>;
  text: string;
}

/** The text of a subject, with the name of a taxon at its start typeset as such. */
export function SubjectText({ one: { subject_taxon: taxon }, text }: Props) {
  if (!taxon || !text.startsWith(taxon.name)) return text;
  return (
    <>
      <ScientificName name={taxon.name} rank={taxon.rank} />
      {text.slice(taxon.name.length)}
    </>
  );
}
