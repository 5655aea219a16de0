-- The files of a published result with their sizes and SHA-256, in the order of the page; null until they are computed.
alter table selection_runs add column files jsonb;
create index selection_runs_without_files on selection_runs (id) where state = 'published' and files is null;
