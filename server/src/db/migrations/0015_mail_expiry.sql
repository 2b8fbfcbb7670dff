-- works from 0012
-- When the link in a mail stops working. After that the mail is not sent, and its address and text are deleted.
alter table mails add column expires_at timestamptz;
update mails set expires_at = created_at + case when body like '%?for=email%' then interval '7 days' else interval '1 hour' end
where state = 'waiting' and body ~ '/password/reset/[A-Za-z0-9_-]{43}';
update mails set recipient = '', body = '' where state <> 'waiting';
