-- Officers' own words about one person are deleted with the last entry that has them. Before, they stayed when an entry left a draft list,
-- and so they outlived the erasure of the person. Every deletion of entries also locks the list, so no one adds the same words meanwhile.
create function drop_words_of_no_entry() returns trigger language plpgsql as $$
begin
  delete from decision_reasons reason
  where reason.id in (select reason_id from touched where reason_id is not null) and reason.words <> ''
    and not exists (select from decision_entries entry where entry.list_id = reason.list_id and entry.reason_id = reason.id)
    and not exists (select from decisions list where list.reason_id = reason.id);
  return null;
end $$;
create trigger decision_entries_words after delete on decision_entries referencing old table as touched
  for each statement execute function drop_words_of_no_entry();

-- Words that stayed before. Creating the trigger locked the table of entries, so no entry takes such a reason meanwhile.
delete from decision_reasons reason
where reason.words <> ''
  and not exists (select from decision_entries entry where entry.list_id = reason.list_id and entry.reason_id = reason.id)
  and not exists (select from decisions list where list.reason_id = reason.id);
