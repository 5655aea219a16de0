-- Where applications stand changes first, for all on a list; who is on it is told after that, by number, without haste: whoever sends an
-- application meanwhile waits for less.
alter table decision_lists
  -- The last one who was told, and when all were.
  add column told_up_to bigint not null default 0,
  add column told_at timestamptz,
  add constraint decision_lists_told check (told_at is null or state = 'applied');
-- Until now each was told together with the move.
update decision_lists set told_at = applied_at where state = 'applied';
update decision_lists it set told_up_to = coalesce((select max(application_id) from decision_entries where list_id = it.id and not is_open), 0)
where state = 'approved' and begun_at is not null;
create index decision_lists_untold on decision_lists (applied_at, id) where state = 'applied' and told_at is null;
