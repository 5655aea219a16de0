-- A round of the beacon after the named one counts only once a second officer has typed it too. This is what the first one typed.
alter table selections
  add column later_round bigint,
  add column later_round_by bigint references staff,
  add constraint selections_later_round check (later_round > round and (later_round is null) = (later_round_by is null)) not valid;
alter table selections validate constraint selections_later_round;
create index selections_later_round_by on selections (later_round_by);
