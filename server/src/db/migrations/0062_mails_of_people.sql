-- Whose account a mail is about, so that one that was not sent goes with the account, whatever its address; null for mails from before.
alter table mails add column user_id uuid references users (id);
create index mails_user on mails (user_id) where user_id is not null;
