-- A person deletes their account, and what is kept about a sent application goes when its time is over. What the
-- public log proves stays without the person: the leaves of what was sent, and that it was erased.
alter table job_applications
  alter column user_id drop not null,
  -- When everything personal of a sent application was deleted. Its row keeps the counts and the log true.
  add column erased_at timestamptz(3);

-- Each is an event of the public log. Of an account there is its number, which is never given again.
create table erasures (
  id bigint generated always as identity primary key,
  application_id bigint unique references job_applications,
  user_id bigint unique,
  erased_at timestamptz(3) not null,
  salt bytea not null check (octet_length(salt) = 32),
  digest bytea not null unique check (octet_length(digest) = 32),
  check (num_nonnulls(application_id, user_id) = 1)
);
create trigger erasures_written_once before update or delete on erasures for each row execute function refuse_change();
create trigger erasures_never_emptied before truncate on erasures for each statement execute function refuse_change();

-- The public digests of each version of an erased application; all that is left of what was sent.
create table erased_versions (
  application_id bigint not null references erasures (application_id),
  version smallint not null check (version > 0),
  leaf bytea not null check (octet_length(leaf) = 32),
  -- Of the event that a later version superseded the one before; null of the first.
  superseding bytea check (octet_length(superseding) = 32),
  primary key (application_id, version),
  check ((version = 1) = (superseding is null))
);
create trigger erased_versions_written_once before update or delete on erased_versions for each row execute function refuse_change();
create trigger erased_versions_never_emptied before truncate on erased_versions for each statement execute function refuse_change();

-- Only what the public log says is erased may go, and nothing of it is changed otherwise.
create function written_once_until_erased() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (select from erasures where application_id = old.application_id) then return old; end if;
  raise exception '% is written once', tg_table_name using errcode = 'object_not_in_prerequisite_state';
end $$;
drop trigger superseded_submissions_written_once on superseded_submissions;
create trigger superseded_submissions_written_once before update or delete on superseded_submissions
  for each row execute function written_once_until_erased();
drop trigger application_notes_written_once on application_notes;
create trigger application_notes_written_once before update or delete on application_notes
  for each row execute function written_once_until_erased();

create or replace function submission_written_once() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (select from erasures where application_id = old.application_id) then return old; end if;
  if tg_op = 'DELETE' or new.application_id <> old.application_id or new.version <> old.version + 1 then
    raise exception '% is written once', tg_table_name using errcode = 'object_not_in_prerequisite_state';
  end if;
  insert into superseded_submissions (application_id, version, idempotency_key, frozen, digest, salt, signature, key, receipt, flags, left_out, submitted_at)
  values (old.application_id, old.version, old.idempotency_key, old.frozen, old.digest, old.salt, old.signature, old.key, old.receipt, old.flags,
    old.left_out, old.submitted_at);
  return new;
end $$;

-- Officers' words about an erased person go, and with them the salt, so that no one can guess them. The digest stays.
create function audit_entry_written_once() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.reason = '' and new.salt = decode(repeat('00', 32), 'hex')
    and (to_jsonb(new) - 'reason' - 'salt') = (to_jsonb(old) - 'reason' - 'salt')
    and exists (select from erasures where application_id = old.application_id or user_id = old.user_id)
  then return new; end if;
  raise exception '% is written once', tg_table_name using errcode = 'object_not_in_prerequisite_state';
end $$;
drop trigger audit_entries_written_once on audit_entries;
create trigger audit_entries_written_once before update or delete on audit_entries
  for each row execute function audit_entry_written_once();

-- The words and points of a change after the freeze, once its person is erased.
create function selection_change_stands() returns trigger language plpgsql as $$
begin
  if exists (select from erasures where application_id = old.application_id)
    and (to_jsonb(new) - 'reason' - 'note' - 'criteria' - 'points') = (to_jsonb(old) - 'reason' - 'note' - 'criteria' - 'points')
  then return new; end if;
  raise exception '% is written once', tg_table_name using errcode = 'object_not_in_prerequisite_state';
end $$;
drop trigger selection_changes_stands on selection_changes;
create trigger selection_changes_stands
  before update of selection_id, application_id, leaf, kind, reason_kind, reason, criteria, points, proposed_by, proposed_at
  on selection_changes for each row execute function selection_change_stands();

-- The hash of an erased entry, with which the digest of its list is computed again.
alter table decision_entries add column erased_hash bytea check (octet_length(erased_hash) = 32);
