create function forbid_leaving_final_state() returns trigger language plpgsql as $$
begin
  if old.state = any (tg_argv) and new.state <> old.state then
    raise exception '% % is final: % cannot become %', tg_table_name, old.id, old.state, new.state;
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger relay_submissions_final before update of state on relay_submissions
  for each row execute function forbid_leaving_final_state('confirmed', 'superseded', 'rejected', 'expired', 'failed', 'closed_noop');
--> statement-breakpoint
create trigger relay_batches_final before update of state on relay_batches
  for each row execute function forbid_leaving_final_state('consumed');
