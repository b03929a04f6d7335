-- The first order of a financial year makes its series: with the owner's rights, for the application has none to make one
-- (src/kit/server/database/application-role.ts).
do $$ begin
  execute format('alter function next_order_number(text) security definer set search_path = %I, pg_temp', current_schema());
end $$;
