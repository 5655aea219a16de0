-- How each minute was for those who submit: counts that every process adds to. Kept for 30 days, and longer where the public log holds them.
create table health_minutes (
  at timestamptz primary key check (extract(epoch from at)::bigint % 60 = 0),
  probing boolean not null,
  probes integer not null check (probes >= 0),
  failed integer not null check (failed between 0 and probes),
  accounts integer not null check (accounts >= 0),
  succeeded integer not null check (succeeded between 0 and accounts),
  submitted integer not null check (submitted >= 0),
  shed integer not null check (shed >= 0),
  -- In it the operator stopped a process.
  stopped boolean not null,
  -- What the public log was told of it; from then on nothing of it changes.
  state text check (state in ('up', 'degraded', 'down')),
  event bytea check (octet_length(event) = 32),
  check (num_nulls(state, event) in (0, 2))
);

-- The one row of the portal's own probe, which belongs to no account and no job.
create table probe_submissions (
  id boolean primary key default true check (id),
  at timestamptz not null,
  frozen text not null,
  receipt text not null
);

-- The promise published with a job: if more than so many minutes of the last hours were down, the deadline moves by so many times that.
alter table jobs
  add column extension_minutes smallint check (extension_minutes between 1 and 720),
  add column extension_hours smallint check (extension_hours between 1 and 48),
  add column extension_times smallint check (extension_times between 1 and 10),
  add column extension_least_hours smallint check (extension_least_hours between 1 and 72),
  add column extension_night_from smallint check (extension_night_from between 0 and 23),
  add column extension_night_until smallint check (extension_night_until between 0 and 23),
  add constraint jobs_extension_rule check (
    num_nulls(extension_minutes, extension_hours, extension_times, extension_least_hours, extension_night_from, extension_night_until) in (0, 6)
    and extension_minutes < extension_hours * 60);
create index jobs_with_extension on jobs (expiry_date) where extension_minutes is not null and is_active;

alter table job_changes
  -- Of a deadline that was moved: the one before.
  add column deadline_before timestamptz,
  -- Where the portal had measured the cause: minutes that were down, and until when they were counted; none is counted twice.
  add column down_minutes integer check (down_minutes > 0),
  add column measured_until timestamptz,
  -- Drafts with a higher id are still to be told; null: none.
  add column tell_after bigint,
  add constraint job_changes_measured check (num_nulls(down_minutes, measured_until) in (0, 2) and (down_minutes is null or kind in ('extend', 'reopen')));
create index job_changes_extensions on job_changes (decided_at desc) where approved and kind in ('extend', 'reopen');
create index job_changes_telling on job_changes (id) where tell_after is not null;
