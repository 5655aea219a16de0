-- Selections of people by a published rule and by lot. PROVISIONAL: the branch of the ceremony has the final file.
create table selections (
  id bigint generated always as identity primary key,
  job_id bigint not null references jobs,
  rule_id bigint not null references selection_rules,
  state text not null default 'proposed' check (state in ('proposed', 'frozen', 'drawn', 'computed', 'published', 'abandoned', 'failed'))
);
create index selections_rule on selections (rule_id);
create index selections_job on selections (job_id, id desc);
create table selection_people (
  selection_id bigint not null references selections,
  leaf bytea not null check (octet_length(leaf) = 32),
  application_id bigint not null references job_applications on delete cascade,
  unit text not null,
  place text not null,
  points integer not null check (points >= 0),
  criteria integer[] not null,
  gender text not null,
  is_pwd boolean not null,
  primary key (selection_id, leaf),
  unique (selection_id, application_id)
);
create index selection_people_application on selection_people (application_id);
create table selection_events (
  selection_id bigint not null references selections,
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  content jsonb not null,
  digest bytea not null unique check (octet_length(digest) = 32),
  at timestamptz not null
);
create index selection_events_selection on selection_events (selection_id, at);
create table selection_runs (
  id bigint generated always as identity primary key,
  selection_id bigint not null references selections,
  number integer not null check (number > 0),
  state text not null default 'running' check (state in ('running', 'computed', 'published', 'failed')),
  pack_digest bytea,
  result_digest bytea,
  units jsonb,
  started_at timestamptz not null,
  finished_at timestamptz,
  unique (selection_id, number)
);
create table selection_results (
  run_id bigint not null references selection_runs,
  application_id bigint not null references job_applications on delete cascade,
  leaf bytea not null,
  unit text not null,
  place text not null,
  points integer not null,
  rank integer not null,
  place_rank integer not null,
  lot bytea not null,
  result text not null check (result in ('taken', 'reserve', 'not_taken')),
  reason text check (reason in ('full', 'rule')),
  closing_rank integer,
  primary key (run_id, application_id)
);
create index selection_results_unit on selection_results (run_id, unit, rank);
create index selection_results_application on selection_results (application_id);
