-- What officers decide about many at once. Nobody decides alone what the applicant reads as a verdict, and nothing takes
-- effect before the time in which it can be taken back is over.
create table decision_lists (
  id bigint generated always as identity primary key,
  job_id bigint not null references jobs,
  name text not null check (length(name) between 1 and 120),
  -- Of contract/staff-stages.ts.
  to_stage smallint not null,
  -- What every applicant on it reads.
  reason text not null default '' check (length(reason) <= 1000),
  needs_second boolean not null,
  state text not null default 'drafting' check (state in ('drafting', 'proposed', 'approved', 'applied', 'withdrawn', 'undone')),
  made_by bigint not null references staff,
  made_at timestamptz not null,
  proposed_by bigint references staff,
  proposed_at timestamptz,
  decided_by bigint references staff,
  decided_at timestamptz,
  -- What the second person wrote, also when it was returned.
  note text not null default '' check (length(note) <= 1000),
  -- Until then it can be undone.
  effective_at timestamptz,
  applied_at timestamptz,
  -- Set when it is proposed: how many stand on it, and the SHA-256 over all of them, which the log holds.
  size integer check (size > 0),
  digest bytea check (octet_length(digest) = 32),
  updated_at timestamptz not null,
  -- T32: never the one who proposed it.
  constraint decision_lists_second_person check (not needs_second or state not in ('approved', 'applied') or (decided_by is not null and decided_by <> proposed_by)),
  constraint decision_lists_timed check (state not in ('approved', 'applied') or effective_at is not null)
);
create index decision_lists_job on decision_lists (job_id, id desc);
create index decision_lists_due on decision_lists (effective_at) where state = 'approved';
create index decision_lists_made_by on decision_lists (made_by);
create index decision_lists_proposed_by on decision_lists (proposed_by);
create index decision_lists_decided_by on decision_lists (decided_by);

create table decision_entries (
  list_id bigint not null references decision_lists,
  application_id bigint not null references job_applications on delete cascade,
  -- Where it stood; set when the list takes effect.
  from_stage smallint,
  -- What this applicant reads instead of what all do.
  reason text check (length(reason) <= 1000),
  -- Until it is applied or taken back: an application is on one list at a time.
  is_open boolean not null default true,
  applied_at timestamptz,
  primary key (list_id, application_id)
);
create unique index decision_entries_open on decision_entries (application_id) where is_open;
create index decision_entries_application on decision_entries (application_id, applied_at desc) where applied_at is not null;
create index decision_entries_unapplied on decision_entries (list_id, application_id) where is_open;
alter table application_facts add constraint application_facts_list_id foreign key (list_id) references decision_lists;
