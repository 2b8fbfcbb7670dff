import { Alert, Button, Textarea, TextInput, NativeSelect } from '@mantine/core';
import { type FormEvent, useState, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslation } from 'react-i18next';
import { isAboveSpecies, isOneOf, type Language } from '@veld/contract';
import { focusFirst } from '../../../ui/steady-focus';
import { useErrorText } from '../../../shared/session/form';
import { createEmbed, parseOrigins, embedCode, type EmbedKind, embedFrame } from './embed-keys';
import { THEME_CHOICES, type ThemeChoice } from '../../../ui/ThemeProvider';
import { ShownOnce } from '../../../ui/fields/ShownOnce';
import { useLanguage, useUser } from '../../../shared/session/session';
import { useProjects } from '../../projects/data';
import { useOwnSpecies } from '../../species/data';
import { Choices } from '../Section';
import shared from '../settings.module.css';
import classes from './EmbedCode.module.css';

/** Creates a key for other websites and shows its code once. */
export function NewEmbed({ onMade }: { onMade: () => void }) {
  const { t } = useTranslation('settings');
  // Explore gives the view to show.
  const [search, setSearch] = useSearchParams();
  const view = search.get('view');
  const [isOpen, setIsOpen] = useState(view !== null);
  const [key, setKey] = useState<string | null>(null);
  const close = () => {
    setIsOpen(false);
    setKey(null);
    if (view !== null) setSearch({}, { replace: true });
  };
  if (key !== null) return <EmbedCode embedKey={key} view={view} onDone={close} />;
  if (!isOpen)
    return (
      <div className={shared.row}>
        <Button variant="default" onClick={() => setIsOpen(true)}>
          {t('embeds.new')}
        </Button>
      </div>
    );
  return (
    <KeyForm
      suggested={new URLSearchParams(view ?? '').get('name') ?? ''}
      onMade={(made) => {
        setKey(made);
        onMade();
      }}
      onCancel={close}
    />
  );
}

interface KeyFormProps {
  suggested: string;
  onMade: (key: string) => void;
  onCancel: () => void;
}

function KeyForm({ suggested, onMade, onCancel }: KeyFormProps) {
  const { t } = useTranslation(['settings', 'common']);
  const errorTextOf = useErrorText();
  const [label, setLabel] = useState(suggested);
  const [sites, setSites] = useState('');
  const [errors, setErrors] = useState<{ label?: string; sites?: string; form?: string }>({});
  const [isSending, setIsSending] = useState(false);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { origins, bad } = parseOrigins(sites);
    const found: typeof errors = {};
    if (label.trim() === '') found.label = t('embeds.label_missing');
    if (bad.length > 0) found.sites = t('embeds.invalid_site', { site: bad[0] });
    else if (origins.length > 10) found.sites = t('embeds.too_many_sites');
    setErrors(found);
    if (Object.keys(found).length > 0 || isSending) return;
    setIsSending(true);
    createEmbed(label, origins)
      .then(
        ({ key }) => onMade(key),
        (error: unknown) => {
          const { fields, form } = errorTextOf(error);
          setErrors({ label: fields.label, sites: fields.origins, form: form ?? undefined });
        },
      )
      .finally(() => setIsSending(false));
  };

  return (
    <form ref={focusFirst} className={shared.form} onSubmit={submit} noValidate>
      {errors.form && (
        <Alert color="brick" role="alert">
          {errors.form}
        </Alert>
      )}
      <TextInput
        label={t('embeds.label')}
        description={t('embeds.label_hint')}
        maxLength={80}
        value={label}
        onChange={(event) => setLabel(event.currentTarget.value)}
        error={errors.label}
      />
      <Textarea
        label={t('embeds.sites')}
        description={t('embeds.sites_hint')}
        rows={2}
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        value={sites}
        onChange={(event) => setSites(event.currentTarget.value)}
        error={errors.sites}
      />
      <div className={shared.row}>
        <Button type="submit" loading={isSending}>
          {t('embeds.create')}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {t('common:action.cancel')}
        </Button>
      </div>
    </form>
  );
}

/** The code for a website, with what it shows there. */
function EmbedCode({ embedKey, view, onDone }: { embedKey: string; view: string | null; onDone: () => void }) {
  const { t } = useTranslation(['settings', 'common']);
  const language = useLanguage();
  const title = `Veld: ${useUser().name}`;
  const [kind, setKind] = useState<EmbedKind>(view === null ? 'counter' : 'view');
  const species = useSpeciesNames(language);
  const [chosen, setChosen] = useState<number | null>(null);
  const taxonId = chosen ?? species[0]?.id ?? null;
  const projects =
    useProjects({ view: 'mine', country: null, name: '' }).data?.pages[0]?.data.filter(({ joining }) => joining === 'everyone') ?? [];
  const [chosenProject, setProject] = useState<string | null>(null);
  const projectId = chosenProject ?? projects[0]?.id ?? null;
  const [theme, setTheme] = useState<ThemeChoice>('auto');
  const frame = embedFrame({ key: embedKey, language, kind, taxonId, projectId, theme, ...(view !== null && { view }) });
  return (
    <div ref={focusFirst} className={classes.made}>
      <Choices
        label={t('embeds.kind')}
        isAsked
        name="embed-kind"
        value={kind}
        choices={[
          ...(view === null
            ? []
            : [{ value: 'view' as const, label: t('embeds.kind_view'), hint: new URLSearchParams(view).get('name') ?? '' }]),
          { value: 'counter', label: t('embeds.kind_counter'), hint: t('embeds.kind_counter_hint') },
          { value: 'map', label: t('embeds.kind_map'), hint: t('embeds.kind_map_hint') },
          { value: 'species', label: t('embeds.kind_species'), hint: t('embeds.kind_species_hint') },
          { value: 'records', label: t('embeds.kind_records'), hint: t('embeds.kind_records_hint') },
          ...(species.length > 0 ? [{ value: 'taxon' as const, label: t('embeds.kind_taxon'), hint: t('embeds.kind_taxon_hint') }] : []),
          ...(projects.length > 0
            ? [{ value: 'project' as const, label: t('embeds.kind_project'), hint: t('embeds.kind_project_hint') }]
            : []),
        ]}
        onChange={setKind}
      />
      {kind === 'taxon' && (
        <NativeSelect
          label={t('embeds.species')}
          value={String(taxonId)}
          data={species.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(event) => setChosen(Number(event.currentTarget.value))}
        />
      )}
      {kind === 'project' && (
        <NativeSelect
          label={t('embeds.project')}
          value={projectId ?? ''}
          data={projects.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(event) => setProject(event.currentTarget.value)}
        />
      )}
      <NativeSelect
        label={t('appearance.colours')}
        value={theme}
        data={THEME_CHOICES.map((value) => ({ value, label: t(`appearance.${value}`) }))}
        onChange={({ currentTarget: { value } }) => isOneOf(THEME_CHOICES, value) && setTheme(value)}
      />
      <div className={classes.result}>
        <figure className={classes.preview}>
          <figcaption>{t('embeds.preview')}</figcaption>
          {/* Another kind is another frame: going back must not lead through both. */}
          {/* oxlint-disable-next-line react/iframe-missing-sandbox -- a page of Veld, whose scripts need its origin */}
          <iframe
            key={frame.address}
            className={classes.frame}
            src={frame.address}
            title={title}
            width={frame.width}
            height={frame.height}
          />
        </figure>
        <ShownOnce
          label={t('embeds.code')}
          text={embedCode(frame, title)}
          hint={t('embeds.shown_once')}
          copyLabel={t('common:action.copy')}
          copiedLabel={t('embeds.copied')}
          doneLabel={t('embeds.done')}
          onDone={onDone}
        />
      </div>
    </div>
  );
}

/** The species of the user's records, by name. */
function useSpeciesNames(language: Language): { id: number; name: string }[] {
  const own = useOwnSpecies({ country: null, period: 'all' });
  return useMemo(() => {
    const { compare } = new Intl.Collator(language);
    return [...(own ?? [])]
      .flatMap(([id, { taxon, records, ticks }]) =>
        taxon && records > ticks && !isAboveSpecies(taxon.rank) ? [{ id, name: taxon.name }] : [],
      )
      .toSorted((one, other) => compare(one.name, other.name));
  }, [own, language]);
}
