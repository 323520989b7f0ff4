CREATE INDEX CONCURRENTLY "customers_proved_email" ON "customers" USING btree (lower("email")) WHERE email_source = 'payment';
