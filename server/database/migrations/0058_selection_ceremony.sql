-- The ceremony of a selection: who froze the pool, which round of the beacon decides, and what came when.
alter table selections
  add column proposed_by bigint references staff,
  add column proposed_at timestamptz,
  add column approved_by bigint references staff,
  add column frozen_at timestamptz(3),
  -- The root over the pool and its size, once the pool is put together; in the public log once frozen.
  add column pool_root bytea check (octet_length(pool_root) = 32),
  add column pool_count integer check (pool_count >= 0),
  add column round bigint check (round > 0),
  add column round_at timestamptz,
  add column end_asked_by bigint references staff,
  add column ended_by bigint references staff,
  add column end_reason text not null default '',
  add constraint selections_second_person check (approved_by <> proposed_by and ended_by <> end_asked_by);
create unique index selections_alive on selections (job_id) where state not in ('abandoned', 'failed');
create index selections_proposed_by on selections (proposed_by);
create index selections_approved_by on selections (approved_by);
create index selections_end_asked_by on selections (end_asked_by);
create index selections_ended_by on selections (ended_by);
create index selections_at_work on selections (id) where state in ('proposed', 'frozen', 'drawn');
-- When the portal first saw the event in a published checkpoint: what comes late does not count.
alter table selection_events add column published_at timestamptz;
create table selection_observers (
  selection_id bigint not null references selections,
  position smallint not null check (position between 1 and 5),
  name text not null check (char_length(name) between 1 and 120),
  commitment bytea not null check (octet_length(commitment) = 32),
  reveal text check (char_length(reveal) <= 200),
  primary key (selection_id, position)
);
create table selection_dice (
  selection_id bigint not null references selections,
  staff_id bigint not null references staff,
  dice text not null check (dice ~ '^[0-9]{20}$'),
  typed_at timestamptz not null,
  primary key (selection_id, staff_id)
);
create index selection_dice_staff on selection_dice (staff_id);
