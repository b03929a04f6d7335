-- Exceeding a customer's credit limit is a separate right of orders (docs/product/roles.md#rights); each role that is not the
-- administrators' begins without it.
update roles set rights = jsonb_set(rights, '{orders,exceed_credit}', to_jsonb(id = 1));

-- Copies of the version before write roles without it, until the release after this one.
create function keep_credit_right() returns trigger language plpgsql as $$
begin
  if not new.rights->'orders' ? 'exceed_credit' then
    new.rights := jsonb_set(new.rights, '{orders,exceed_credit}',
      case when tg_op = 'UPDATE' then coalesce(old.rights->'orders'->'exceed_credit', 'false') else 'false' end);
  end if;
  return new;
end $$;
create trigger keep_credit_right before insert or update on roles for each row execute function keep_credit_right();
