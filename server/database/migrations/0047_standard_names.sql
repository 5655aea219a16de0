-- Tables and columns get the names that folders, addresses and screens have. Rows stay as they are. It is the
-- last migration that the version before cannot run on: from here on names are only added.
alter table decision_lists rename to decisions;
alter table staff_acts rename to audit_entries;
alter table faults_met rename to validation_statistics;
alter table tallies rename to counters;
alter table message_letters rename to message_emails;

alter table decisions rename column told_up_to to notified_up_to;
alter table decisions rename column told_at to notified_at;
alter table decisions rename column begun_at to started_at;
alter table job_changes rename column tell_after to notify_after;
alter table dead_tokens rename column kept_until to stored_until;
alter table draft_copies rename column kept_at to copied_at;
alter table newsletter_subscribers rename column asked_at to requested_at;

alter index decision_lists_untold rename to decisions_to_notify;
alter index job_changes_telling rename to job_changes_notifying;
alter index job_applications_begun rename to job_applications_started;
alter index message_letters_to_promise rename to message_emails_to_enqueue;
alter index message_letters_promised rename to message_emails_enqueued;
alter index dead_tokens_kept rename to dead_tokens_stored;
alter function decision_lists_approved_by_others rename to decisions_approved_by_others;
alter function forget_message_letters rename to forget_message_emails;
alter function message_letter_left rename to message_email_left;

-- Constraints, indexes, triggers and sequences carry the name of their table.
do $$
declare
  pair record;
  found record;
begin
  for pair in
    select * from (values ('decision_lists', 'decisions'), ('staff_acts', 'audit_entries'), ('faults_met', 'validation_statistics'),
      ('tallies', 'counters'), ('message_letters', 'message_emails')) pairs (earlier, present)
  loop
    for found in
      select conname as name, conrelid::regclass as owner from pg_constraint where starts_with(conname, pair.earlier || '_')
    loop
      execute format('alter table %s rename constraint %I to %I', found.owner, found.name, pair.present || substr(found.name, length(pair.earlier) + 1));
    end loop;
    for found in
      select relname as name, relkind from pg_class where relkind in ('i', 'S') and relnamespace = current_schema::regnamespace and starts_with(relname, pair.earlier || '_')
    loop
      execute format('alter %s %I rename to %I', case found.relkind when 'S' then 'sequence' else 'index' end, found.name,
        pair.present || substr(found.name, length(pair.earlier) + 1));
    end loop;
    for found in
      select tgname as name, tgrelid::regclass as owner from pg_trigger where not tgisinternal and starts_with(tgname, pair.earlier || '_')
    loop
      execute format('alter trigger %I on %s rename to %I', found.name, found.owner, pair.present || substr(found.name, length(pair.earlier) + 1));
    end loop;
  end loop;
end $$;

create or replace function decision_entries_stand() returns trigger language plpgsql as $$
begin
  if exists (select from decisions where state <> 'drafting' and id in (select distinct list_id from touched)) then
    raise exception 'only a list that is being drafted is changed' using errcode = 'object_not_in_prerequisite_state';
  end if;
  return null;
end $$;

create or replace function decisions_approved_by_others() returns trigger language plpgsql as $$
begin
  if exists (select from decision_contributors where list_id = new.id and staff_id = new.decided_by) then
    raise exception 'who contributed to a list does not approve it' using errcode = 'check_violation', constraint = 'decisions_contributors';
  end if;
  return null;
end $$;

create or replace function forget_message_emails() returns trigger language plpgsql as $$
begin
  delete from message_emails where application_id = old.id;
  return null;
end $$;

create or replace function message_email_left() returns trigger language plpgsql as $$
begin
  update message_emails set state = case when tg_op = 'DELETE' then 2 when new.dead_at is null then 1 else 3 end
  where message_id = (old.payload ->> 'messageId')::bigint and application_id = (old.payload ->> 'applicationId')::bigint and state in (1, 3);
  return null;
end $$;

create or replace function token_dies() returns trigger language plpgsql as $$
begin
  insert into dead_tokens (token_hash, user_id, stored_until)
  -- The account may be going itself.
  select hash, users.id, old.expires_at + interval '3 hours' from users,
    unnest(case when tg_op = 'DELETE' then array[old.token_hash, old.previous_hash] else array[old.previous_hash] end) hash
  where users.id = old.user_id and hash is not null
  on conflict (token_hash) do nothing;
  return null;
end $$;
