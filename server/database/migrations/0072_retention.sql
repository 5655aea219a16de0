-- What waits for its end: accounts that no one used for long, and recruitments that two officers hold for longer.
-- Accounts that no one used for long, whose people were written to.
create table unused_accounts (
  user_id bigint primary key references users on delete cascade,
  notified_at timestamptz not null
);
create index unused_accounts_notified on unused_accounts (notified_at);

create table retention_holds (
  id bigint generated always as identity primary key,
  job_id bigint not null references jobs,
  reason text not null check (length(reason) between 1 and 500),
  -- When the hold ends by itself.
  ends_at timestamptz not null,
  proposed_by bigint not null references staff,
  proposed_at timestamptz not null,
  -- Until when it waits for a second officer.
  waits_until timestamptz not null,
  decided_by bigint references staff,
  decided_at timestamptz,
  approved boolean,
  -- What the second officer wrote.
  note text not null default '' check (length(note) <= 500),
  withdrawn_at timestamptz,
  lifted_at timestamptz,
  -- Until when nothing of the recruitment goes. What waits for a second officer holds too: a deletion cannot be undone.
  holds_until timestamptz generated always as (
    case when withdrawn_at is not null or lifted_at is not null or approved is false then null
      when approved then ends_at else least(waits_until, ends_at) end) stored,
  check (num_nonnulls(decided_by, decided_at, approved) in (0, 3)),
  check (decided_at is null or withdrawn_at is null),
  check (lifted_at is null or approved),
  check (ends_at > proposed_at),
  constraint retention_holds_second_person check (decided_by <> proposed_by)
);
create index retention_holds_job on retention_holds (job_id, holds_until desc nulls last);
create index retention_holds_proposed_by on retention_holds (proposed_by);
create index retention_holds_decided_by on retention_holds (decided_by) where decided_by is not null;
create trigger retention_holds_stands before update of job_id, reason, ends_at, proposed_by, proposed_at, waits_until
  on retention_holds for each row execute function refuse_change();

-- Two officers lift a hold before its end.
create table retention_lifts (
  id bigint generated always as identity primary key,
  hold_id bigint not null references retention_holds,
  reason text not null check (length(reason) between 1 and 500),
  proposed_by bigint not null references staff,
  proposed_at timestamptz not null,
  decided_by bigint references staff,
  decided_at timestamptz,
  approved boolean,
  note text not null default '' check (length(note) <= 500),
  withdrawn_at timestamptz,
  check (num_nonnulls(decided_by, decided_at, approved) in (0, 3)),
  check (decided_at is null or withdrawn_at is null),
  constraint retention_lifts_second_person check (decided_by <> proposed_by)
);
-- One waits at a time.
create unique index retention_lifts_waiting on retention_lifts (hold_id) where decided_at is null and withdrawn_at is null;
create index retention_lifts_hold on retention_lifts (hold_id, id desc);
create index retention_lifts_proposed_by on retention_lifts (proposed_by);
create index retention_lifts_decided_by on retention_lifts (decided_by) where decided_by is not null;
create trigger retention_lifts_stands before update of hold_id, reason, proposed_by, proposed_at
  on retention_lifts for each row execute function refuse_change();
