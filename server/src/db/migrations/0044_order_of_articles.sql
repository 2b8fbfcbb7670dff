-- The place that curators gave an article in its group; null where they gave none.
alter table articles add column placed_order integer;
