-- The rule by which people are selected for a job, each version in a row. `document` is `selection-rule/1` as canonical JSON, once
-- proposed; its SHA-256 is an event of the public log, once approved.
create table selection_rules (
  id bigint generated always as identity primary key,
  job_id bigint not null references jobs,
  version integer not null check (version > 0),
  state text not null check (state in ('drafting', 'proposed', 'approved', 'replaced', 'withdrawn')),
  content jsonb not null,
  document text,
  digest bytea check (octet_length(digest) = 32),
  -- Why it changed after the job had opened: everyone can read it.
  reason text not null default '',
  made_by bigint not null references staff,
  made_at timestamptz not null,
  updated_at timestamptz(3) not null,
  proposed_by bigint references staff,
  proposed_at timestamptz,
  decided_by bigint references staff,
  decided_at timestamptz,
  note text not null default '',
  constraint selection_rules_version unique (job_id, version),
  constraint selection_rules_document check (state in ('drafting', 'withdrawn') or (document is not null and digest is not null)),
  -- Never the one who proposed it.
  constraint selection_rules_second_person check (state not in ('approved', 'replaced') or (decided_by is not null and decided_by <> proposed_by and decided_by <> made_by))
);
create unique index selection_rules_next on selection_rules (job_id) where state in ('drafting', 'proposed');
create unique index selection_rules_approved on selection_rules (job_id) where state = 'approved';
create index selection_rules_made_by on selection_rules (made_by);
create index selection_rules_proposed_by on selection_rules (proposed_by);
create index selection_rules_decided_by on selection_rules (decided_by);

-- After the deadline no rule is approved, whoever asks.
create function selection_rule_in_time() returns trigger language plpgsql as $$
begin
  if exists (select from jobs where id = new.job_id and is_active and expiry_date < new.decided_at) then
    raise exception 'the rule of a closed job cannot change' using errcode = 'check_violation', constraint = 'selection_rules_in_time';
  end if;
  return new;
end $$;
create trigger selection_rules_in_time before update on selection_rules for each row
  when (new.state = 'approved' and old.state <> 'approved') execute function selection_rule_in_time();
-- An approved rule is written once; a later version replaces it.
create function selection_rule_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or new.document <> old.document or new.digest <> old.digest or new.content <> old.content or new.state not in ('approved', 'replaced') then
    raise exception 'an approved rule cannot change' using errcode = 'check_violation', constraint = 'selection_rules_kept';
  end if;
  return new;
end $$;
create trigger selection_rules_kept before update or delete on selection_rules for each row
  when (old.state in ('approved', 'replaced')) execute function selection_rule_kept();
