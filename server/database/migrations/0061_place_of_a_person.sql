-- A person reads their own place among the people of their area: one area of a result, without the others.
create index selection_results_place on selection_results (run_id, unit, place, place_rank) include (result, points);
