import { Button, Modal, Radio, Textarea } from '@mantine/core';
import {
  areOnOtherBranches,
  type IdentificationDraft,
  isWithin,
  type Lineage,
  MAX_IDENTIFICATION_COMMENT,
  type TaxonSummary,
} from '@veld/contract';
import { useEffect, useId, useState } from 'react';
import { DialogActions } from '../../ui/DialogBody';
import { TaxonRowContent } from '../../ui/cards/TaxonRow';
import { useFocusBack } from '../../ui/steady-focus';
import { TaxonSearch } from '../../shared/taxon-search/TaxonSearch';
import { useRecordTranslation } from '../../shared/records/record-labels';
import { useNamedTaxon, rankLabel } from '../../shared/taxa/names';
import { knownTaxon } from './data';
import classes from './SuggestName.module.css';

export type Suggestion = IdentificationDraft;

interface Chosen {
  taxon: TaxonSummary;
  /** A name that the chosen one contains, and which it may therefore say is wrong. */
  isCoarser: boolean;
  isOtherBranch: boolean;
}

interface Props {
  /** A name is said as soon as it is chosen, unless it has to be asked whether the names so far are wrong. */
  isQuick?: boolean;
  /** A name that is chosen already. */
  initial?: TaxonSummary | null;
  /** The name so far. */
  current: TaxonSummary | null;
  /** Of all names so far. */
  lineages: readonly Lineage[];
  onSay: (suggestion: Suggestion) => void;
  onClose: () => void;
}

/** Finds a name in the taxonomy on this device. Why it differs is asked only if it excludes a name so far, or may do so. */
export function SuggestName({ isQuick = false, initial = null, current, lineages, onSay, onClose }: Props) {
  useFocusBack();
  const t = useRecordTranslation('identifications');
  const titleId = useId();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [comment, setComment] = useState('');
  const choose = async (taxon: TaxonSummary) => {
    const lineage = (await knownTaxon(taxon.id))?.lineage ?? [{ id: taxon.id, rank: taxon.rank }];
    const isCoarser = lineages.some((named) => named.at(-1)?.id !== taxon.id && isWithin(named, taxon.id));
    if (isQuick && !isCoarser) {
      onSay({ taxon_id: taxon.id, disagrees: false, comment: comment.trim() });
      onClose();
    } else setChosen({ taxon, isCoarser, isOtherBranch: lineages.some((named) => areOnOtherBranches(named, lineage)) });
  };
  const commentField = { comment, onComment: setComment };
  useEffect(() => {
    if (initial) void choose(initial);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only when the dialog opens: another name may be chosen in it
  }, []);
  return (
    <Modal opened onClose={onClose} title={t('identifications:dialog.title')} closeButtonProps={{ 'aria-label': t('common:action.close') }}>
      {chosen ? (
        <Details {...commentField} chosen={chosen} current={current} onChange={() => setChosen(null)} onClose={onClose} onSay={onSay} />
      ) : (
        <div className={classes.dialog}>
          <p className={classes.label} id={titleId}>
            {t('identifications:dialog.search')}
          </p>
          <TaxonSearch labelledBy={titleId} onChoose={(taxon) => void choose(taxon)} quick={null} />
          {isQuick && <CommentField {...commentField} label={t('identifications:dialog.comment')} />}
        </div>
      )}
    </Modal>
  );
}

interface CommentProps {
  comment: string;
  onComment: (comment: string) => void;
}

function CommentField({ comment, onComment, label, isFirst }: CommentProps & { label: string; isFirst?: true }) {
  return (
    <Textarea
      label={label}
      value={comment}
      onChange={(event) => onComment(event.currentTarget.value)}
      maxLength={MAX_IDENTIFICATION_COMMENT}
      autosize
      minRows={2}
      data-autofocus={isFirst}
    />
  );
}

interface DetailsProps extends CommentProps, Pick<Props, 'current' | 'onSay' | 'onClose'> {
  chosen: Chosen;
  onChange: () => void;
}

function Details({ chosen, current: given, comment, onComment, onChange, onSay, onClose }: DetailsProps) {
  const t = useRecordTranslation('identifications');
  const taxon = useNamedTaxon(chosen.taxon);
  const current = useNamedTaxon(given);
  const [disagrees, setDisagrees] = useState(false);
  const name = current?.name ?? '';
  return (
    <form
      className={classes.dialog}
      onSubmit={(event) => {
        event.preventDefault();
        onSay({ taxon_id: taxon.id, disagrees: chosen.isCoarser && disagrees, comment: comment.trim() });
        onClose();
      }}
    >
      <TaxonRowContent
        name={taxon.name}
        scientificName={taxon.scientific_name}
        rank={taxon.rank}
        rankLabel={rankLabel(taxon.rank, t)}
        group={taxon.group}
        imageUrl={taxon.image_url}
      />
      <Button variant="subtle" className={classes.change} onClick={onChange}>
        {t('identifications:dialog.change')}
      </Button>
      {chosen.isCoarser && (
        <Radio.Group
          label={t('identifications:dialog.coarser', { name })}
          value={disagrees ? 'wrong' : 'unsure'}
          onChange={(value) => setDisagrees(value === 'wrong')}
        >
          <Radio className={classes.choice} value="unsure" label={t('identifications:dialog.unsure')} />
          <Radio className={classes.choice} value="wrong" label={t('identifications:dialog.wrong', { name })} />
        </Radio.Group>
      )}
      <CommentField
        isFirst
        comment={comment}
        onComment={onComment}
        label={t(chosen.isOtherBranch || disagrees ? 'identifications:dialog.because' : 'identifications:dialog.comment')}
      />
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('common:action.cancel')}
        </Button>
        <Button type="submit">{t('identifications:dialog.save')}</Button>
      </DialogActions>
    </form>
  );
}
