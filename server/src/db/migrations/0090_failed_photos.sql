-- works from 0089
-- To count those that could not be rendered, for the metrics
create index media_failed on media (id) where state = 'failed';
