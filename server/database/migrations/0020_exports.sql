-- Files that tell who applicants are: one officer asks, another approves, and the one who asked can have it for a day.
create table export_requests (
  id bigint generated always as identity primary key,
  job_id bigint not null references jobs,
  -- As it was asked, to be read; what is exported is `application_ids`.
  filter jsonb not null,
  columns text[] not null check (cardinality(columns) > 0),
  format text not null check (format in ('xlsx', 'csv')),
  reason text not null check (length(reason) between 1 and 500),
  -- Those that matched when it was asked for, in the order of the file: what was approved is what is downloaded. Whoever is in a file
  -- that was downloaded can be told, should it ever get lost; of others nothing is left when their time is over.
  application_ids bigint[] not null,
  size integer not null check (size > 0),
  -- SHA-256 over the ids with commas between them; the log holds it.
  digest bytea not null check (octet_length(digest) = 32),
  requested_by bigint not null references staff,
  requested_at timestamptz not null,
  decided_by bigint references staff,
  decided_at timestamptz,
  approved boolean,
  -- What the second person wrote.
  note text not null default '' check (length(note) <= 500),
  withdrawn_at timestamptz,
  -- Of waiting for the second person; once approved, of downloading.
  ends_at timestamptz not null,
  downloads integer not null default 0,
  downloaded_at timestamptz,
  check (num_nonnulls(decided_by, decided_at, approved) in (0, 3)),
  -- T32: never the one who asked.
  constraint export_requests_second_person check (approved is not true or decided_by <> requested_by),
  constraint export_requests_downloaded check (downloads = 0 or approved is true)
);
create index export_requests_job on export_requests (job_id, id desc);
create index export_requests_open on export_requests (ends_at) where withdrawn_at is null and approved is not false;
create index export_requests_requested_by on export_requests (requested_by);
create index export_requests_decided_by on export_requests (decided_by);
create index export_requests_ended on export_requests (ends_at) where downloads = 0 and application_ids <> '{}';
create trigger export_requests_stands before update of job_id, filter, columns, format, reason, size, digest, requested_by, requested_at
  on export_requests for each row execute function refuse_change();
create trigger export_requests_held before update of application_ids on export_requests
  for each row when (new.application_ids <> '{}' or old.downloads > 0) execute function refuse_change();
