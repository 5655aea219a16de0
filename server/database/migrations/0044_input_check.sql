-- Migration 0048 asks `pg_input_is_valid`, which PostgreSQL has from version 16. Version 15 gets the same here.
do $$
begin
  if current_setting('server_version_num')::int < 160000 then
    create function pg_input_is_valid(input text, type_name text) returns boolean language plpgsql as $body$
    begin
      execute format('select %L::%s', input, type_name);
      return true;
    exception when data_exception then
      return false;
    end
    $body$;
  end if;
end
$$;
