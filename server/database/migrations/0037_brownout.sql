-- Each process of the portal, while it lives: how many there are, and how busy each of them is.
create table nodes (
  id uuid primary key,
  seen_at timestamptz not null,
  -- Counts of the last minute by class, and how long requests wait for a slot; nothing of anybody.
  load jsonb not null
);

-- One row for the whole portal: how much is left out while too many are here, and how far the line has come.
create table brownout (
  id smallint primary key default 1 check (id = 1),
  level smallint not null default 0 check (level between 0 and 4),
  -- Set by an officer: the controller moves it no more until an officer gives it back.
  by_hand boolean not null default false,
  staff_id bigint references staff,
  reason text not null default '' check (length(reason) <= 300),
  level_at timestamptz,
  -- Everyone who came by then is let in; null without a line.
  line_until timestamptz,
  line_pace double precision not null default 1,
  line_rate double precision not null default 20,
  -- The one process that moves the row, for as long as it says so.
  mover uuid,
  mover_until timestamptz,
  -- Grows with each level, so that a mover that read before an officer set one does not write over it.
  version integer not null default 0,
  check (by_hand = (staff_id is not null))
);
create index brownout_staff on brownout (staff_id);
insert into brownout default values;

-- Submissions by the minute. They are written in the order of time, so a block range index finds the newest and costs a submission nothing.
create index submissions_by_time on submissions using brin (submitted_at) with (pages_per_range = 16, autosummarize = on);
