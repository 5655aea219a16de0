-- When a list takes effect each of its entries changes once. Nothing that changes then is in an index any more, and half of each page is
-- left free for it: an entry is written anew where it stands, and no index hears of it.
alter table decision_entries set (fillfactor = 40);
drop index decision_entries_application;
create index decision_entries_application on decision_entries (application_id);
-- An application is on one list at a time because its facts name one. What comes onto a list is held against that.
drop index decision_entries_open;
create function decision_entries_are_named() returns trigger language plpgsql as $$
begin
  if exists (
    select from touched left join application_facts named on named.application_id = touched.application_id and named.list_id = touched.list_id
    where named.application_id is null)
  then
    raise exception 'an application is on one list at a time, which its facts name' using errcode = 'unique_violation';
  end if;
  return null;
end $$;
create trigger decision_entries_named after insert on decision_entries referencing new table as touched
  for each statement execute function decision_entries_are_named();
-- Where it stood until the last list moved it: whoever changes a row is told what stands there now, not what did, and would have to
-- look each up twice.
alter table application_facts add column last_stage smallint;
