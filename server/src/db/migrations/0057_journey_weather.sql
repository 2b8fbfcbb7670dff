-- The weather on a journey, as its owner observed it or a weather service gave it; null if unknown.
alter table journeys add column weather jsonb;
