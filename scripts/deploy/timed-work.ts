/** SQL of the scheduled jobs (pg_cron); each replaces an earlier job of the same name. */

/** Query for the extensions that are available and installed. */
export const EXTENSIONS = `
  select name, installed_version is not null as installed, default_version as version
  from pg_available_extensions where name in ('pg_cron', 'pg_net', 'supabase_vault') order by name`;

const KEY = /^[\w.-]{20,2000}$/;
const REF = /^[a-z]{20}$/;

/** Statements for the project `ref`. `secret`: key with which the jobs call functions, stored in Vault. */
export function timedWork(ref: string, secret: string): string {
  if (!REF.test(ref) || !KEY.test(secret)) throw new Error('not a project reference, or not a key');
  return `
create extension if not exists pg_cron with schema pg_catalog;
create extension if not exists pg_net with schema extensions;
do $deploy$
declare
  known uuid := (select id from vault.secrets where name = 'service_key');
begin
  if known is null then
    perform vault.create_secret('${secret}', 'service_key');
  else
    perform vault.update_secret(known, '${secret}');
  end if;
end $deploy$;
select cron.schedule('danceflix-tidy-up', '*/15 * * * *', 'select public.tidy_up()');
select cron.schedule('danceflix-checks', '*/15 * * * *', 'select public.tend_checks()');
select cron.schedule('danceflix-bulk', '* * * * *', 'select public.send_bulk_notifications()');
select cron.schedule('danceflix-lessons', '* * * * *', 'select public.tend_lessons()');
select cron.schedule('danceflix-alerts', '* * * * *', 'select public.tell_alerts()');
select cron.schedule('danceflix-hints', '10 seconds', 'select public.send_waiting_hints()');
select cron.schedule('danceflix-months', '20 * * * *', 'select public.record_months()');
select cron.schedule('danceflix-send-push', '30 seconds', $job$${callJob(ref, 'send-push', 'pushes_due')}$job$);
select cron.schedule('danceflix-remove-files', '* * * * *', $job$${callJob(ref, 'remove-files', 'stale_files_due')}$job$);
select cron.schedule('danceflix-search-file', '* * * * *', $job$${callJob(ref, 'search-file', 'search_file_due')}$job$);`;
}

/** Sends the key in `apikey`, because the gateway removes new keys from Authorization. */
const callJob = (ref: string, name: string, due: string) => `select net.http_post(
  url := 'https://${ref}.supabase.co/functions/v1/${name}',
  headers := jsonb_build_object('Content-Type', 'application/json',
    'apikey', (select decrypted_secret from vault.decrypted_secrets where name = 'service_key')),
  body := '{}'::jsonb, timeout_milliseconds := 30000) where public.${due}()`;
