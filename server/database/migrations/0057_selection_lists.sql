-- What becomes of a result. It is published as ordinary lists of decisions, approved by a second person.
alter table decisions
  -- The run whose result is on the list. Nobody may add people to such a list or take them off.
  add column selection_run bigint references selection_runs;
create index decisions_selection_run on decisions (selection_run) where selection_run is not null;

-- "You are number 3 on the reserve list of Uriri": the second person approves this too, as the digest covers it.
alter table decision_entries
  add column reserve_number integer check (reserve_number > 0),
  add column reserve_place text check (length(reserve_place) between 1 and 60),
  add constraint decision_entries_reserve check ((reserve_number is null) = (reserve_place is null)) not valid;
alter table decision_entries validate constraint decision_entries_reserve;

alter table selection_runs
  -- When its lists had all taken effect.
  add column published_at timestamptz,
  -- How far those whose application stays as it was have their notification.
  add column notified_up_to bigint not null default 0,
  add column notified_at timestamptz,
  add constraint selection_runs_published check (state <> 'published' or published_at is not null);
create index selection_runs_unnotified on selection_runs (published_at) where state = 'published' and notified_at is null;
create index selection_runs_waiting on selection_runs (id) where state = 'computed';

create index selection_results_chosen on selection_results (run_id, application_id) where result <> 'not_taken';

-- Who was hired when a run started, and so keeps the seat.
create table selection_held (
  run_id bigint not null references selection_runs,
  leaf bytea not null check (octet_length(leaf) = 32),
  primary key (run_id, leaf)
);

-- What changes after the freeze: points that were wrong, and people who are gone. The next run counts it.
create table selection_changes (
  id bigint generated always as identity primary key,
  selection_id bigint not null references selections,
  application_id bigint not null references job_applications on delete cascade,
  leaf bytea not null check (octet_length(leaf) = 32),
  kind text not null check (kind in ('points', 'gone')),
  -- Of contract/selections/change-words.ts.
  reason_kind text not null check (reason_kind ~ '^[a-z_]{1,40}$'),
  reason text not null check (length(reason) between 1 and 1000),
  -- Points by criterion, and their sum; null for who is gone.
  criteria integer[],
  points integer check (points >= 0),
  proposed_by bigint not null references staff,
  proposed_at timestamptz not null,
  decided_by bigint references staff,
  decided_at timestamptz,
  approved boolean,
  note text not null default '' check (length(note) <= 1000),
  -- The event of the public log, once approved; its document is in selection_events.
  digest bytea unique check (octet_length(digest) = 32),
  constraint selection_changes_second_person check (approved is not true or (decided_by is not null and decided_by <> proposed_by)),
  constraint selection_changes_decided check (num_nonnulls(decided_by, decided_at, approved) in (0, 3)),
  constraint selection_changes_logged check ((approved is true) = (digest is not null)),
  constraint selection_changes_points check ((kind = 'points') = (points is not null) and (points is null) = (criteria is null))
);
create unique index selection_changes_open on selection_changes (selection_id, application_id) where approved is null;
create unique index selection_changes_gone on selection_changes (selection_id, application_id) where kind = 'gone' and approved;
create index selection_changes_selection on selection_changes (selection_id, id);
create index selection_changes_application on selection_changes (application_id);
create index selection_changes_proposed_by on selection_changes (proposed_by);
create index selection_changes_decided_by on selection_changes (decided_by);
create trigger selection_changes_stands
  before update of selection_id, application_id, leaf, kind, reason_kind, reason, criteria, points, proposed_by, proposed_at
  on selection_changes for each row execute function refuse_change();

-- Officers check the documents of taken and reserve before anyone is hired.
create table selection_checks (
  selection_id bigint not null references selections,
  application_id bigint not null references job_applications on delete cascade,
  passed boolean not null,
  reason text not null default '' check (length(reason) <= 1000),
  checked_by bigint not null references staff,
  checked_at timestamptz not null,
  primary key (selection_id, application_id),
  constraint selection_checks_explained check (passed or reason <> '')
);
create index selection_checks_application on selection_checks (application_id);
create index selection_checks_checked_by on selection_checks (checked_by);

-- The whole pack of a run, with gender and disability: one officer asks for it, another approves.
create table selection_packs (
  id bigint generated always as identity primary key,
  run_id bigint not null references selection_runs,
  reason text not null check (length(reason) between 1 and 500),
  requested_by bigint not null references staff,
  requested_at timestamptz not null,
  decided_by bigint references staff,
  decided_at timestamptz,
  approved boolean,
  note text not null default '' check (length(note) <= 500),
  -- Of waiting for the second person; once approved, of downloading.
  ends_at timestamptz not null,
  downloads integer not null default 0,
  downloaded_at timestamptz,
  constraint selection_packs_decided check (num_nonnulls(decided_by, decided_at, approved) in (0, 3)),
  constraint selection_packs_second_person check (approved is not true or decided_by <> requested_by),
  constraint selection_packs_downloaded check (downloads = 0 or approved is true)
);
create index selection_packs_run on selection_packs (run_id, id desc);
create index selection_packs_requested_by on selection_packs (requested_by);
create index selection_packs_decided_by on selection_packs (decided_by);
create trigger selection_packs_stands before update of run_id, reason, requested_by, requested_at
  on selection_packs for each row execute function refuse_change();
