-- Which disagreements have ended follows from the grade of a record, and is kept with it: the ids of their identifications.
alter table observations add column ended_disagreements uuid[] not null default '{}';
update observations o set ended_disagreements = ended.ids
from (
  select observation_id, array_agg(id order by id) as ids from identifications where has_ended group by observation_id
) ended
where o.id = ended.observation_id;
alter table identifications drop column has_ended;
