-- How many people of a place had how many points in a run, and what became of them. Pages for everyone read
-- these sums: a result may have more than a million lines.
create table selection_sums (
  run_id bigint not null references selection_runs,
  unit text not null,
  place text not null,
  points integer not null,
  taken integer not null,
  reserve integer not null,
  not_taken integer not null,
  primary key (run_id, unit, place, points)
);
insert into selection_sums (run_id, unit, place, points, taken, reserve, not_taken)
select run_id, unit, place, points, count(*) filter (where result = 'taken'), count(*) filter (where result = 'reserve'),
  count(*) filter (where result = 'not_taken')
from selection_results group by run_id, unit, place, points;
