-- What a comment, an identification or a message said when it was reported, for moderators, while a decision or an appeal may need it
-- (decision 0091). Null also for what has no words of its own.
alter table reports add column reported_text text;
update reports r set reported_text = case r.subject_kind
  when 'comment' then (select c.text from comments c where c.id = r.subject_id and c.deleted_at is null)
  when 'identification' then (
    select concat_ws(': ', t.display_name, nullif(i.comment, '')) from identifications i join taxa t on t.id = i.taxon_id where i.id = r.subject_id
  )
  when 'message' then (select m.text from messages m where m.id = r.subject_id and m.deleted_at is null)
end
where r.state = 'open' and not r.is_void;
create index reports_reported_text on reports (id) where reported_text is not null;
create index users_standing_report on users (standing_report_id) where standing_report_id is not null;
