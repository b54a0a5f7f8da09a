-- Free pages may still hold what was deleted before `secure_delete` overwrote whole pages. A value of zeros takes them
-- into use (at most half a gigabyte of them) and gives them back.
INSERT INTO service_facts (name, value) SELECT 'sweep', zeroblob(min(500000000, freelist_count * (page_size - 4)))
  FROM pragma_freelist_count, pragma_page_size;
--> statement-breakpoint
-- What the sweep of erased pages and the nightly job counted by.
DELETE FROM service_facts
  WHERE name IN ('sweep', 'erased_to_sweep', 'forgotten_neverPaidDays', 'forgotten_endedOrderYears') OR name LIKE 'sweep %';
