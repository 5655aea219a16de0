-- Who shaped a list of decisions: put applications on it, took some off, or wrote its words. None of them approves it (T32).
create table decision_contributors (
  list_id bigint not null references decision_lists,
  staff_id bigint not null references staff,
  primary key (list_id, staff_id)
);
create index decision_contributors_staff on decision_contributors (staff_id);
-- Of earlier lists the log knows it.
insert into decision_contributors (list_id, staff_id)
select distinct (detail ->> 'list')::bigint, staff.id
from staff_acts join staff on staff.id = staff_acts.staff_id join decision_lists on decision_lists.id = (detail ->> 'list')::bigint
where act in ('list.added_to', 'list.taken_from', 'list.changed');

create function decision_lists_approved_by_others() returns trigger language plpgsql as $$
begin
  if exists (select from decision_contributors where list_id = new.id and staff_id = new.decided_by) then
    raise exception 'who contributed to a list does not approve it' using errcode = 'check_violation', constraint = 'decision_lists_contributors';
  end if;
  return null;
end $$;
create trigger decision_lists_contributors after insert or update of state, decided_by, needs_second on decision_lists
  for each row when (new.needs_second and new.state in ('approved', 'applied', 'undone')) execute function decision_lists_approved_by_others();
