-- What the public sees of a job, `is_active`, is the portal's to switch: a draft was never public, an approved job may wait for
-- its hour, an archived one is gone from every public page.
alter table jobs
  add column state text not null default 'published' check (state in ('draft', 'published', 'archived')),
  add column publish_at timestamptz,
  -- What the public is told of the last edit after publishing.
  add column update_reason text,
  add column publicly_updated_at timestamptz,
  add constraint jobs_public check (state = 'published' or not is_active);
create index jobs_waiting on jobs (publish_at) where state = 'published' and not is_active and publish_at is not null;
create index jobs_changed_last on jobs (updated_at desc, id desc);

-- What one officer proposed and another decides. The content is the job as it will be, whole.
create table job_changes (
  id bigint generated always as identity primary key,
  job_id bigint not null references jobs,
  kind text not null check (kind in ('publish', 'edit', 'extend', 'end_early', 'reopen', 'archive')),
  content jsonb not null,
  publish_at timestamptz,
  reason text not null,
  proposed_by bigint not null references staff,
  proposed_at timestamptz not null,
  decided_by bigint references staff,
  decided_at timestamptz,
  approved boolean,
  note text not null default '',
  check (num_nonnulls(decided_at, approved) in (0, 2)),
  -- T32: never the one who proposed it. A proposal that was withdrawn is decided by its author, and is never approved.
  constraint job_changes_second_person check (approved is not true or (decided_by is not null and decided_by <> proposed_by))
);
create unique index job_changes_waiting on job_changes (job_id) where decided_at is null;
create index job_changes_job on job_changes (job_id, id desc);
create index job_changes_proposed_by on job_changes (proposed_by);
create index job_changes_decided_by on job_changes (decided_by);
