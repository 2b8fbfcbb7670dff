-- Reports that say the same whether there is a subject, and reviews of identifications whose maker the observer cannot see.

-- A report about nothing that there is: kept for its maker, who must not learn that, and in no list of the moderators.
alter table reports add column is_void boolean not null default false;
alter table reports drop constraint reports_reason_check;
alter table reports add constraint reports_reason_check check (reason in ('wrong_place', 'spam', 'insult', 'copyright', 'other', 'review'));

-- The names on the record that a disagreement denies, as of when it was made; null for those from before and for agreements.
alter table identifications add column denied_taxon_ids integer[];
-- All of these names are withdrawn, so that the disagreement has ended. Kept with the grade.
alter table identifications add column has_ended boolean not null default false;
