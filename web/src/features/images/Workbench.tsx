import { Alert, Button, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconLock, IconLockOpen } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { ImageChange } from '@veld/contract';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ago } from '../../i18n/format';
import { newId } from '../../local/db/ids';
import { licenseName } from '../../shared/records/record-labels';
import { useErrorText, useFormErrorText } from '../../shared/session/form';
import { useLanguage, useUser } from '../../shared/session/session';
import type { Taxon } from '../../shared/taxa/data';
import { ScientificName } from '../../ui/ScientificName';
import { useBlobUrl } from '../../ui/use-blob-url';
import { type Candidate, isOwn, useCandidates } from './candidates';
import { chooseImage, type Chosen, imageAddress, type ImageChoice as Choice, useImageChanges } from './data';
import { Details, rejectCandidate, undoImage, useCurrentImage, useImageActions } from './Details';
import { ImageChoice } from './ImageChoice';
import type { UndoStack } from './use-undo';
import classes from './Workbench.module.css';

const MAX_REASON = 500;

interface Props {
  taxon: Taxon;
  onNext: () => void;
  onSkip: () => void;
  undo: UndoStack;
}

const ARROWS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'] as const;

/** Choosing the image of one species. Its keys work wherever nothing is being typed. */
export function Workbench({ taxon, onNext, onSkip, undo }: Props) {
  const { t } = useTranslation('images');
  const client = useQueryClient();
  const errorOf = useFormErrorText();
  const offer = useCandidates(taxon.id);
  const current = useCurrentImage(taxon.id);
  const [marked, setMarked] = useState(0);
  const [rejectError, setRejectError] = useState<string | null>(null);
  const work = useRef<HTMLDivElement>(null);
  const { isSaving, errorText, chosen, choose, chooseUpload, chooseAddress, chooseAnother } = useImageChoice(taxon.id);
  const { data, refetch } = current;
  const isLocked = data?.data?.is_locked ?? false;

  const { push } = undo;
  const wasChosen = useRef<typeof chosen>(null);
  useEffect(() => {
    if (!chosen || chosen === wasChosen.current) return;
    wasChosen.current = chosen;
    void refetch();
    push(async () => {
      await undoImage(taxon.id);
      chooseAnother();
      await client.invalidateQueries({ queryKey: ['specie-image', taxon.id] });
    }, '');
  }, [chosen, push, refetch, client, taxon.id, chooseAnother]);

  const reject = (candidate = offer.candidates?.[marked]) => {
    if (!candidate || chosen || isLocked) return;
    setRejectError(null);
    const set = async (isRejected: boolean) => {
      await rejectCandidate(taxon.id, candidate, isRejected);
      await client.invalidateQueries({ queryKey: ['specie-images', taxon.id] });
    };
    set(true).then(
      () => {
        setMarked((before) => Math.max(0, Math.min(before, (offer.candidates?.length ?? 1) - 2)));
        push(() => set(false), t('rejected_for_good'));
      },
      (error: unknown) => setRejectError(errorOf(error)),
    );
  };
  /** The first arrow goes to the photos, where the next ones move on. */
  const enter = (event: KeyboardEvent) => {
    if (document.activeElement !== document.body) return;
    event.preventDefault();
    work.current?.querySelector<HTMLElement>('[data-candidate][tabindex="0"]')?.focus();
  };
  useHotkeys([
    ['S', onSkip],
    ['shift+S', onSkip],
    ['R', () => reject()],
    ['shift+R', () => reject()],
    ...ARROWS.map((key): [string, (event: KeyboardEvent) => void, { preventDefault: boolean }] => [key, enter, { preventDefault: false }]),
  ]);
  return (
    <div ref={work} className={classes.work}>
      <header>
        <h2 className={classes.name}>{taxon.name}</h2>
        {taxon.scientific_name !== taxon.name && (
          <p className={classes.scientific}>
            <ScientificName name={taxon.scientific_name} rank={taxon.rank} />
          </p>
        )}
      </header>
      {[errorText, rejectError].map(
        (text) =>
          text && (
            <Alert key={text} color="brick" role="alert">
              {text}
            </Alert>
          ),
      )}
      {chosen && <ChosenImage taxon={taxon} chosen={chosen} onNext={onNext} onAnother={chooseAnother} />}
      {data && (data.data || data.history.length > 0) && (
        <Current key={String(chosen !== null)} taxon={taxon} current={data} isOpen={chosen !== null} />
      )}
      {!chosen && !isLocked && (
        <ImageChoice
          offer={offer}
          marked={marked}
          isSaving={isSaving}
          onMark={setMarked}
          onChoose={choose}
          onReject={reject}
          onUpload={chooseUpload}
          onAddress={chooseAddress}
          onSkip={onSkip}
        />
      )}
    </div>
  );
}

interface CurrentProps {
  taxon: Taxon;
  current: NonNullable<ReturnType<typeof useCurrentImage>['data']>;
  /** Whether it was chosen just now: it stands above, and its details are open. */
  isOpen: boolean;
}

/** The image that a species has: its details, its history and its lock. */
function Current({ taxon, current, isOpen }: CurrentProps) {
  const { t } = useTranslation(['images', 'common']);
  const errorTextOf = useErrorText();
  const isAdmin = useUser().roles.includes('admin');
  const { edit, revert, lock } = useImageActions(taxon.id);
  const version = useImageChanges().get(taxon.id);
  const [errorText, setErrorText] = useState<string | null>(null);
  const { data: image, history } = current;
  const setLock = (isLocked: boolean) => {
    setErrorText(null);
    lock(isLocked).catch((error: unknown) => setErrorText(errorTextOf(error).form ?? t('common:error.title')));
  };
  return (
    <section className={classes.current} aria-label={t('current')}>
      {image && (
        <figure className={classes.figure}>
          {!isOpen && <img src={imageAddress(taxon.id, 512, version)} alt={taxon.name} width={160} height={120} />}
          {(!isOpen || image.is_locked) && (
            <figcaption className={classes.quiet}>
              {!isOpen && [t('current'), image.attribution, image.license && licenseName(image.license)].filter(Boolean).join(' · ')}
              {image.is_locked && (
                <span className={classes.locked}>
                  <IconLock size={16} aria-hidden /> {t('lock.locked')}
                </span>
              )}
            </figcaption>
          )}
          {!image.is_locked && (
            <Button variant="default" leftSection={<IconLock size={20} aria-hidden />} onClick={() => setLock(true)}>
              {t('lock.lock')}
            </Button>
          )}
          {image.is_locked && isAdmin && (
            <Button variant="default" leftSection={<IconLockOpen size={20} aria-hidden />} onClick={() => setLock(false)}>
              {t('lock.unlock')}
            </Button>
          )}
        </figure>
      )}
      {image?.is_locked && <p className={classes.quiet}>{t('lock.hint')}</p>}
      {errorText && (
        <Alert color="brick" role="alert">
          {errorText}
        </Alert>
      )}
      {image && (
        <details open={isOpen || undefined}>
          <summary className={classes.summary}>{t('details.title')}</summary>
          <Details key={`${image.media_id} ${image.is_locked}`} image={image} onSave={(change) => edit(image, change)} />
        </details>
      )}
      {history.length > 0 && (
        <details>
          <summary className={classes.summary}>{t('history.title', { count: history.length })}</summary>
          <History history={history} isLocked={image?.is_locked ?? false} onRevert={revert} />
        </details>
      )}
    </section>
  );
}

interface HistoryProps {
  history: readonly ImageChange[];
  isLocked: boolean;
  onRevert: (changeId: string, reason: string) => Promise<void>;
}

/** Who changed the image of a species and why, newest first. Earlier images can be taken back. */
function History({ history, isLocked, onRevert }: HistoryProps) {
  const { t } = useTranslation(['images', 'common']);
  const language = useLanguage();
  const errorTextOf = useErrorText();
  const [reverting, setReverting] = useState<string | null>(null);
  const [errorText, setErrorText] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const revert = (id: string) => {
    setReverting(id);
    setErrorText(null);
    onRevert(id, reason.trim())
      .then(() => setReason(''))
      .catch((error: unknown) => {
        const { fields, form } = errorTextOf(error);
        setErrorText(form ?? (Object.values(fields).join(' ') || t('common:error.title')));
      })
      .finally(() => setReverting(null));
  };
  return (
    <>
      {errorText && (
        <Alert color="brick" role="alert">
          {errorText}
        </Alert>
      )}
      {!isLocked && history.some(({ can_revert: canRevert }) => canRevert) && (
        <TextInput
          className={classes.reason}
          label={t('history.reason')}
          maxLength={MAX_REASON}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      <ol className={classes.list}>
        {history.map((change) => (
          <li key={change.id} className={classes.change}>
            {change.url ? <img src={change.url} alt="" width={64} height={64} /> : <span className={classes.none} />}
            <div className={classes.words}>
              <span className={classes.action}>{t(`history.${change.action}`)}</span>
              <span className={classes.historyQuiet}>
                {[change.user_name, ago(change.changed_at, language)].filter(Boolean).join(' · ')}
              </span>
              {change.attribution !== null && (
                <span className={classes.historyQuiet}>
                  {[change.attribution, change.license && licenseName(change.license)].filter(Boolean).join(' · ')}
                </span>
              )}
              {change.reason && <span>{change.reason}</span>}
            </div>
            {change.can_revert && !isLocked && (
              <Button
                variant="default"
                loading={reverting === change.id}
                aria-label={t('history.take_again_of', { ago: ago(change.changed_at, language) })}
                onClick={() => revert(change.id)}
              >
                {t('history.take_again')}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

interface ChosenImageProps {
  taxon: Taxon;
  chosen: ChosenPhoto;
  onNext: () => void;
  onAnother: () => void;
}

/** The new image of the species; the focus is on the way to the next species. */
function ChosenImage({ taxon, chosen, onNext, onAnother }: ChosenImageProps) {
  const { t } = useTranslation('images');
  const nextButton = useRef<HTMLButtonElement>(null);
  useEffect(() => nextButton.current?.focus(), [chosen]);
  const { picture } = chosen;
  const fileUrl = useBlobUrl(typeof picture === 'string' ? null : picture);
  const src = typeof picture === 'string' ? picture : fileUrl;
  return (
    <div className={classes.result} role="status">
      <img className={classes.picture} src={src ?? undefined} alt={taxon.name} />
      <p className={classes.saved}>{t('saved', { name: taxon.name })}</p>
      <p className={classes.quiet}>
        {chosen.attribution} · {licenseName(chosen.license)}
      </p>
      <div className={classes.row}>
        <Button ref={nextButton} onClick={onNext}>
          {t('next')}
        </Button>
        <Button variant="default" onClick={onAnother}>
          {t('choose_another')}
        </Button>
      </div>
    </div>
  );
}

/** The new image of a species. Of an upload the picked file is shown, because the server is still making its sizes. */
type ChosenPhoto = Chosen & { picture: string | File };

/** Makes a candidate, an upload or a picture elsewhere the image of a species. */
function useImageChoice(taxonId: number) {
  const { t } = useTranslation('common');
  const errorTextOf = useErrorText();
  const [isSaving, setIsSaving] = useState(false);
  const [errorText, setErrorText] = useState<string | null>(null);
  const [chosen, setChosen] = useState<ChosenPhoto | null>(null);
  /** The last choice and its id, which a second try repeats. */
  const last = useRef({ key: '', writeId: '' });

  const save = (choice: Choice, picture: string | File) => {
    if (isSaving) return;
    const key = JSON.stringify(choice);
    if (last.current.key !== key) last.current = { key, writeId: newId() };
    setIsSaving(true);
    setErrorText(null);
    chooseImage(taxonId, choice, last.current.writeId)
      .then(
        (saved) => {
          last.current = { key: '', writeId: '' };
          setChosen({ ...saved, picture });
        },
        (error: unknown) => {
          const { fields, form } = errorTextOf(error);
          setErrorText(form ?? (Object.values(fields).join(' ') || t('error.title')));
        },
      )
      .finally(() => setIsSaving(false));
  };
  return {
    isSaving,
    errorText,
    chosen,
    choose: (candidate: Candidate) => save(describeChoice(candidate), candidate.url),
    chooseUpload: (address: string, file: File) => save({ image_url: address, image_source: 'upload' }, file),
    chooseAddress: (address: string, credit: NonNullable<Choice['credit']>) =>
      save({ image_url: address, image_source: 'url', credit }, `/api/taxon/${taxonId}/image?size=1600`),
    chooseAnother: () => setChosen(null),
  };
}

/** Images of other sites are named by their id there; the server looks up the rest itself. */
export function describeChoice(candidate: Candidate): Choice {
  const { id, url, source, page_url } = candidate;
  if (isOwn(candidate)) return { image_url: url, image_source: source };
  return { image_url: page_url ?? '', image_source: source, candidate_id: id };
}
