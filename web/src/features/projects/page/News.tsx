import { Button, Checkbox, Modal, Textarea } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { PROJECT_LIMITS } from '@veld/contract';
import { type FormEvent, lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ago, number } from '../../../i18n/format';
import { MoreRecords } from '../../../shared/records/lists/ListParts';
import { SyncMark } from '../../../shared/records/RecordCards';
import { useLanguage } from '../../../shared/session/session';
import { DialogActions, DialogText } from '../../../ui/DialogBody';
import { SectionTitle } from '../../../ui/SectionTitle';
import { useFocusBack } from '../../../ui/steady-focus';
import { type ShownNews, useChangeNews, useProjectNews } from '../news-data';
import { PartFailed } from './ProjectParts';
import classes from './page.module.css';

const Markdown = lazy(async () => ({ default: (await import('../../../ui/markdown/Markdown')).Markdown }));

/** News that are shown at first. */
const FIRST = 2;

/** What the organisers tell those who take part, latest first; they write and remove it here, also without a connection. */
export function News({ id, mayPost }: { id: string; mayPost: boolean }) {
  const { t } = useTranslation(['projects', 'common']);
  const { list, isUnreachable, retry, hasMore, isLoadingMore, hasMoreFailed, showMore } = useProjectNews(id);
  const [isWriting, setWriting] = useState(false);
  const [isAll, setAll] = useState(false);
  if (list.length === 0 && !mayPost && !isUnreachable) return null;
  return (
    <section aria-labelledby="news">
      <SectionTitle
        id="news"
        action={
          mayPost &&
          !isWriting && (
            <Button variant="subtle" leftSection={<IconPlus size={20} aria-hidden />} onClick={() => setWriting(true)}>
              {t('news.write')}
            </Button>
          )
        }
      >
        {t('news.title')}
      </SectionTitle>
      {isWriting && <NewsForm id={id} onClose={() => setWriting(false)} />}
      {isUnreachable && <PartFailed onRetry={retry} />}
      {list.length > 0 && (
        <ul className={classes.news}>
          {list.slice(0, isAll ? undefined : FIRST).map((one) => (
            <li key={one.id}>
              <Entry id={id} news={one} mayRemove={mayPost} />
            </li>
          ))}
        </ul>
      )}
      {!isAll && list.length > FIRST && (
        <Button className={classes.more} variant="default" onClick={() => setAll(true)}>
          {t('common:action.show_more')}
        </Button>
      )}
      {isAll && hasMore && <MoreRecords onMore={showMore} isLoading={isLoadingMore} hasFailed={hasMoreFailed} />}
    </section>
  );
}

function Entry({ id, news, mayRemove }: { id: string; news: ShownNews; mayRemove: boolean }) {
  const { t } = useTranslation(['projects', 'common']);
  const language = useLanguage();
  const [isAsking, setAsking] = useState(false);
  return (
    <article className={classes.entry}>
      <p className={classes.quiet}>
        {news.user.name && (
          <>
            <Link dir="auto" to={`/profile/${news.user.id}`}>
              {news.user.name}
            </Link>
            {' · '}
          </>
        )}
        <time dateTime={news.created_at}>{ago(news.created_at, language)}</time>
      </p>
      <Suspense fallback={<p dir="auto">{news.text}</p>}>
        <Markdown text={news.text} />
      </Suspense>
      {(mayRemove || news.state !== 'sent') && (
        <div className={classes.entryActions}>
          {news.state !== 'sent' && <SyncMark state={news.state} />}
          {mayRemove && (
            <Button variant="subtle" size="compact-md" onClick={() => setAsking(true)}>
              {t('common:action.remove')}
            </Button>
          )}
        </div>
      )}
      {isAsking && <RemoveNews id={id} news={news.id} onClose={() => setAsking(false)} />}
    </article>
  );
}

function RemoveNews({ id, news, onClose }: { id: string; news: string; onClose: () => void }) {
  useFocusBack();
  const { t } = useTranslation(['projects', 'common']);
  const { remove } = useChangeNews(id);
  return (
    <Modal opened onClose={onClose} title={t('news.remove')} closeButtonProps={{ 'aria-label': t('common:action.close') }}>
      <DialogText>{t('news.remove_hint')}</DialogText>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('common:action.cancel')}
        </Button>
        <Button
          color="brick"
          onClick={() => {
            void remove(news);
            onClose();
          }}
        >
          {t('common:action.remove')}
        </Button>
      </DialogActions>
    </Modal>
  );
}

function NewsForm({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation(['projects', 'common']);
  const language = useLanguage();
  const { post } = useChangeNews(id);
  const [text, setText] = useState('');
  const [notifies, setNotifies] = useState(true);
  const [isBusy, setBusy] = useState(false);
  const isTooLong = text.trim().length > PROJECT_LIMITS.news;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '' || isTooLong || isBusy) return;
    setBusy(true);
    const isStored = await post(text, notifies);
    setBusy(false);
    if (isStored) onClose();
  };
  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)}>
      <Textarea
        label={t('news.text')}
        description={t('field.description_hint')}
        autosize
        minRows={3}
        autoFocus
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        error={isTooLong && t('fault.too_long', { max: number(PROJECT_LIMITS.news, language) })}
      />
      <Checkbox
        label={t('news.notify')}
        description={t('news.notify_hint')}
        checked={notifies}
        onChange={(event) => setNotifies(event.currentTarget.checked)}
      />
      <div className={classes.entryActions}>
        <Button type="submit" loading={isBusy} disabled={text.trim() === '' || isTooLong}>
          {t('news.post')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('common:action.cancel')}
        </Button>
      </div>
    </form>
  );
}
