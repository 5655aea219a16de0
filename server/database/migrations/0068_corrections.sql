-- Corrections of names, ID or date of birth that a person asks for with a document; two officers decide.
create table corrections (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  -- Only the fields that change, by their names on the wire.
  old_values jsonb not null,
  new_values jsonb not null,
  reason text not null,
  asked_at timestamptz not null,
  -- The document in the file store; null once its time is over. It was checked before it was stored.
  evidence_hash bytea check (octet_length(evidence_hash) = 32),
  evidence_size integer,
  evidence_type text check (evidence_type in ('pdf', 'doc', 'docx', 'jpg', 'png')),
  evidence_name text not null default '',
  evidence_flags text[] not null default '{}',
  first_by bigint references staff,
  first_correct boolean,
  first_note text not null default '',
  first_at timestamptz,
  decided_by bigint references staff,
  correct boolean,
  note text not null default '',
  decided_at timestamptz,
  taken_back_at timestamptz,
  check ((first_by is null) = (first_at is null) and (first_by is null) = (first_correct is null)),
  check ((decided_by is null) = (decided_at is null) and (decided_by is null) = (correct is null)),
  check (decided_by <> first_by),
  check (decided_at is null or taken_back_at is null)
);
create unique index corrections_waiting on corrections (user_id) where decided_at is null and taken_back_at is null;
create index corrections_oldest on corrections (asked_at, id) where decided_at is null and taken_back_at is null;
create index corrections_user on corrections (user_id, id desc);
create index corrections_evidence on corrections (evidence_hash) where evidence_hash is not null;
create index corrections_first on corrections (first_by) where first_by is not null;
create index corrections_decided on corrections (decided_by) where decided_by is not null;
