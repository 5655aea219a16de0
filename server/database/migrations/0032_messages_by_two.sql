-- What goes to many is read by a second person, and nothing leaves before the time in which it can be stopped is over.
alter table messages
  add column state text not null default 'proposed' check (state in ('proposed', 'scheduled', 'sent', 'returned', 'stopped')),
  add column needs_second boolean not null default true,
  -- SHA-256 over its words and over each it goes to; the log holds it. Null of messages sent before it was made.
  add column digest bytea check (octet_length(digest) = 32),
  add column decided_by bigint references staff,
  add column decided_at timestamptz,
  -- What the second person wrote, also when it was returned.
  add column note text not null default '' check (length(note) <= 1000),
  -- Until then it can be stopped.
  add column leaves_at timestamptz,
  add column stopped_by bigint references staff,
  add column stopped_at timestamptz,
  add column stop_reason text not null default '' check (length(stop_reason) <= 1000);
-- Until now each left at once.
update messages set state = 'sent', needs_second = false, leaves_at = sent_at;

alter table messages
  add constraint messages_fixed check (digest is not null or (state = 'sent' and not needs_second)),
  -- SENDING.alone of contract/limits.ts.
  add constraint messages_of_many check (needs_second or recipients <= 20 or digest is null),
  -- T32: never the one who wrote it.
  add constraint messages_second_person check (decided_by is distinct from sent_by
    and (not needs_second or state not in ('scheduled', 'sent') or decided_by is not null)),
  add constraint messages_timed check (state not in ('scheduled', 'sent') or leaves_at is not null),
  add constraint messages_stopped check ((state = 'stopped') = (stopped_at is not null)),
  add constraint messages_spread check (spread_at is null or state = 'sent');
drop index messages_unspread;
create index messages_due on messages (leaves_at, id) where spread_at is null and state in ('scheduled', 'sent');
create index messages_waiting on messages (id) where state in ('proposed', 'scheduled');
create index messages_alone on messages (sent_by, sent_at) where not needs_second;
create index messages_decided_by on messages (decided_by) where decided_by is not null;
create index messages_stopped_by on messages (stopped_by) where stopped_by is not null;

-- What was read is what is sent, and what was sent, returned or stopped stays so.
create function messages_stand() returns trigger language plpgsql as $$
begin
  if (new.job_id, new.subject, new.body, new.filter, new.template_id, new.recipients, new.needs_second, new.sent_by, new.digest)
    is distinct from (old.job_id, old.subject, old.body, old.filter, old.template_id, old.recipients, old.needs_second, old.sent_by, old.digest)
    or (new.state <> old.state and (old.state in ('sent', 'returned', 'stopped') or new.state = 'proposed'))
  then
    raise exception 'a message is not changed after it was written' using errcode = 'object_not_in_prerequisite_state';
  end if;
  return new;
end $$;
create trigger messages_stand before update on messages for each row execute function messages_stand();

-- Who wrote the words of a template: no message that was begun with it is approved by them.
create table message_template_authors (
  template_id bigint not null references message_templates,
  staff_id bigint not null references staff,
  primary key (template_id, staff_id)
);
create index message_template_authors_staff on message_template_authors (staff_id);
-- Of earlier templates the log knows it.
insert into message_template_authors (template_id, staff_id)
select id, made_by from message_templates
union
select message_templates.id, staff.id
from staff_acts join staff on staff.id = staff_acts.staff_id join message_templates on message_templates.id = (detail ->> 'template')::bigint
where act = 'template.edited';

create function messages_approved_by_others() returns trigger language plpgsql as $$
begin
  if exists (select from message_template_authors where template_id = new.template_id and staff_id = new.decided_by) then
    raise exception 'who wrote a message does not approve it' using errcode = 'check_violation', constraint = 'messages_authors';
  end if;
  return null;
end $$;
create trigger messages_authors after insert or update of state, decided_by on messages
  for each row when (new.needs_second and new.state in ('scheduled', 'sent')) execute function messages_approved_by_others();
